package git

import (
	"errors"
	"os/exec"
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

// Tracked tells which of the files, by their paths from Root, are in the index with
// content.
func (r *Repo) Tracked(names []string) (map[string]bool, error) {
	index, err := r.Index()
	if err != nil {
		return nil, err
	}
	defer index.Close()
	tracked := map[string]bool{}
	for _, name := range names {
		if _, ok := index.ID(name); ok {
			tracked[name] = true
		}
	}
	return tracked, nil
}

// Files returns the files of the work tree that are tracked or could be added, by
// their paths from Root.
func (r *Repo) Files() ([]string, error) {
	at := *r
	at.dir = r.root
	out, err := at.run(nil, "ls-files", "-z", "-c", "-o", "--exclude-standard", "--deduplicate")
	if err != nil {
		return nil, err
	}
	return list(out), nil
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
