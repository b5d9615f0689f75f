//go:build !unix

package export

import "os/exec"

// asGroup does nothing: there are no process groups.
func asGroup(*exec.Cmd) {}

// endGroup does nothing.
func endGroup(*exec.Cmd) {}
