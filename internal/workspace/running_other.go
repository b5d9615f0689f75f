//go:build !unix

package workspace

import "os"

// running reports whether a process exists.
func running(pid int) bool {
	p, err := os.FindProcess(pid) // opens it, so that there must be one
	if err != nil {
		return false
	}
	p.Release()
	return true
}
