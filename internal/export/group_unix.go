//go:build unix

package export

import (
	"os/exec"
	"syscall"
)

// asGroup makes an exporter and what it starts end together.
func asGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
