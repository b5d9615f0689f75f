//go:build unix

package workspace

import (
	"errors"
	"syscall"
)

// running reports whether a process exists.
func running(pid int) bool {
	return !errors.Is(syscall.Kill(pid, 0), syscall.ESRCH)
}
