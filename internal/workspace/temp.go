package workspace

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// tempPrefix begins the names of files that are not yet in place. The number of the
// process that writes them follows.
const tempPrefix = ".gaia-gen-"

// createTemp makes a new file in dir, with the mode that the user's new files get.
func createTemp(dir string) (*os.File, error) {
	const tries = 100
	for range tries {
		name := fmt.Sprintf("%s%d-%08x", tempPrefix, os.Getpid(), rand.Uint32())
		f, err := os.OpenFile(filepath.Join(dir, name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if !os.IsExist(err) {
			return f, err
		}
	}
	return nil, fmt.Errorf("no free name in %s", dir)
}

// sweep removes what a run that was killed left in dir. Files of a process that is
// still there stay.
func sweep(dir string) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, e := range entries {
		rest, ours := strings.CutPrefix(e.Name(), tempPrefix)
		number, _, ok := strings.Cut(rest, "-")
		pid, err := strconv.Atoi(number)
		if ours && ok && err == nil && pid > 0 && pid != os.Getpid() && !running(pid) {
			os.Remove(filepath.Join(dir, e.Name()))
		}
	}
}
