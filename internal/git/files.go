package git

import (
	"errors"
	"maps"
	"os/exec"
	"path"
	"slices"
	"strconv"
	"strings"
)

// Ignore is a file that git leaves out of commits, and the line that says so.
type Ignore struct {
	Path    string // from Root
	Source  string // the file of the pattern, as git names it: ".gitignore"
	Line    int
	Pattern string
}

// Ignored returns those of the files, by their paths from Root, that a pattern
// excludes and that are not tracked: a tracked file stays, whatever the patterns say.
func (r *Repo) Ignored(names []string) ([]Ignore, error) {
	if len(names) == 0 {
		return nil, nil
	}
	var in strings.Builder
	for _, name := range names {
		in.WriteString(name + "\x00")
	}
	at := *r
	at.dir = r.root
	out, err := at.run([]byte(in.String()), "check-ignore", "-v", "-z", "--stdin")
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() == 1 {
		return nil, nil // none is
	}
	if err != nil {
		return nil, err
	}
	var found []Ignore
	for fields := strings.Split(string(out), "\x00"); len(fields) >= 4; fields = fields[4:] {
		if strings.HasPrefix(fields[2], "!") {
			continue
		}
		line, _ := strconv.Atoi(fields[1])
		found = append(found, Ignore{Path: fields[3], Source: fields[0], Line: line, Pattern: fields[2]})
	}
	return found, nil
}

// TrackedBelow returns the files below dirs that the index holds with content, all by
// their paths from Root, as a set. Files of submodules are among them.
func (r *Repo) TrackedBelow(dirs []string) (map[string]bool, error) {
	at := *r
	at.dir = r.root
	args := []string{"ls-files", "-s", "-z", "--recurse-submodules", "--"}
	for _, dir := range commonDirs(dirs) {
		args = append(args, ":(top,literal)"+dir)
	}
	out, err := at.run(nil, args...)
	if err != nil { // before version 2.36 git could not look into submodules here
		out, err = at.run(nil, slices.Delete(args, 3, 4)...)
	}
	if err != nil {
		return nil, err
	}
	tracked := map[string]bool{}
	for _, line := range list(out) {
		head, name, _ := strings.Cut(line, "\t")
		if fields := strings.Fields(head); len(fields) == 3 && (fields[1] != emptyBlob && fields[1] != emptyBlob64) {
			tracked[name] = true
		}
	}
	return tracked, nil
}

// commonDirs replaces many directories by those above them, so that a command line
// can name them.
func commonDirs(dirs []string) []string {
	const few = 40
	for len(dirs) > few {
		above := map[string]bool{}
		for _, dir := range dirs {
			above[path.Dir(dir)] = true
		}
		dirs = slices.Sorted(maps.Keys(above))
		if above["."] {
			return []string{"."}
		}
	}
	return dirs
}

// Files returns the files of the work tree that are tracked, in submodules as well, or
// that could be added, by their paths from Root, sorted.
func (r *Repo) Files() ([]string, error) {
	at := *r
	at.dir = r.root
	tracked, err := at.run(nil, "ls-files", "-z", "-c", "--recurse-submodules")
	if err != nil {
		return nil, err
	}
	others, err := at.run(nil, "ls-files", "-z", "-o", "--exclude-standard")
	if err != nil {
		return nil, err
	}
	names := append(list(tracked), list(others)...)
	slices.Sort(names)
	return slices.Compact(names), nil
}

// IgnoredPaths returns what git ignores in the work tree, by paths from Root,
// directories as a whole.
func (r *Repo) IgnoredPaths() ([]string, error) {
	at := *r
	at.dir = r.root
	out, err := at.run(nil, "ls-files", "-z", "-o", "-i", "--exclude-standard", "--directory")
	if err != nil {
		return nil, err
	}
	names := list(out)
	for i := range names {
		names[i] = strings.TrimSuffix(names[i], "/")
	}
	return names, nil
}

func list(out []byte) []string {
	if len(out) == 0 {
		return nil
	}
	return strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
}
