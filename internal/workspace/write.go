package workspace

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/amd-gaia/gaia-gen/internal/drift"
	"github.com/amd-gaia/gaia-gen/internal/pipeline"
)

// Write makes the disk hold results, given what Compare found: all files are
// staged beside their places first and renamed into them only when every one
// was written, so that a failure leaves everything as it was. Files that are
// right already are not touched; stale ones go last.
func (w *Workspace) Write(results []*pipeline.Result, found []drift.Finding) error {
	content := map[string][]byte{}
	for _, d := range w.wanted(results) {
		for _, f := range d.Files {
			content[d.Path+"/"+f.Path] = f.Data
		}
	}
	s := &staging{}
	for _, f := range found {
		if f.Status == drift.Stale {
			continue
		}
		if err := s.add(filepath.FromSlash(f.Path), content[f.Path]); err != nil {
			s.abandon()
			return fmt.Errorf("write %s: %s", f.Path, reason(err))
		}
	}
	if err := s.commit(); err != nil {
		return err
	}
	for _, f := range found {
		if f.Status != drift.Stale {
			continue
		}
		if err := os.Remove(filepath.FromSlash(f.Path)); err != nil {
			return fmt.Errorf("remove stale %s: %s", f.Path, reason(err))
		}
	}
	return nil
}

// staging holds files that are written but not yet in place.
type staging struct {
	files   []stagedFile
	created []string // directories made on the way, outermost first
}

type stagedFile struct{ temp, path string }

func (s *staging) add(path string, data []byte) error {
	dir := filepath.Dir(path)
	if err := s.mkdir(dir); err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, ".gaia-gen-*")
	if err != nil {
		return err
	}
	s.files = append(s.files, stagedFile{f.Name(), path})
	_, err = f.Write(data)
	if err == nil {
		err = f.Chmod(mode(path))
	}
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	return err
}

// mode is that of the file to be replaced, or what a new file gets.
func mode(path string) os.FileMode {
	if info, err := os.Stat(path); err == nil {
		return info.Mode().Perm()
	}
	return 0o644
}

func (s *staging) mkdir(dir string) error {
	var absent []string
	for p := dir; ; p = filepath.Dir(p) {
		if _, err := os.Stat(p); err == nil || filepath.Dir(p) == p {
			break
		}
		absent = append(absent, p)
	}
	for i := len(absent) - 1; i >= 0; i-- {
		if err := os.Mkdir(absent[i], 0o755); err != nil && !os.IsExist(err) {
			return err
		}
		s.created = append(s.created, absent[i])
	}
	return nil
}

func (s *staging) commit() error {
	for i, f := range s.files {
		if err := os.Rename(f.temp, f.path); err != nil {
			s.files = s.files[i:]
			s.abandon()
			return fmt.Errorf("put %s in place: %s", filepath.ToSlash(f.path), reason(err))
		}
	}
	return nil
}

// abandon removes what was staged, and the directories made for it.
func (s *staging) abandon() {
	for _, f := range s.files {
		os.Remove(f.temp)
	}
	for i := len(s.created) - 1; i >= 0; i-- {
		os.Remove(s.created[i]) // fails, as it should, when something is in it
	}
}
