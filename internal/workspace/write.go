package workspace

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"

	"github.com/amd-gaia/gaia-gen/internal/drift"
	"github.com/amd-gaia/gaia-gen/internal/pipeline"
)

// ErrInterrupted says that a signal ended a run before it put anything in place.
var ErrInterrupted = errors.New("interrupted, nothing was changed")

// Write makes the disk hold what found says is wanted; the findings' paths are from
// the directory base. All files are staged beside their places first and renamed into
// them only when every one was written, so that a failure or a signal leaves
// everything as it was, and a reader sees a file as it was or as it will be. Files
// that are right already are not touched; stale ones go last. What a killed run left in
// the output directories goes first.
//
// The error names every file that cannot be written, with the reason.
func (w *Workspace) Write(base string, found []drift.Finding) error {
	for _, of := range w.Contracts {
		for _, dir := range of.Outputs() {
			sweep(filepath.FromSlash(w.OutputDir(pipeline.Output{Dir: dir})))
		}
	}
	s := &staging{links: w.links()}
	for _, f := range found {
		if f.Status != drift.Stale && f.Status != drift.Untracked {
			if link := w.linkAbove(filepath.Join(base, filepath.FromSlash(f.Path))); link != "" {
				return fmt.Errorf("write %s: %s is a symbolic link; name the real directory, or write allow_symlinks: true in gaia-gen.yaml", f.Path, link)
			}
			s.want(filepath.Join(base, filepath.FromSlash(f.Path)), f.Want)
		}
	}
	if err := s.write(); err != nil {
		return err
	}
	for _, f := range found {
		stale := f.Path
		switch {
		case f.Status == drift.Renamed && f.From != f.Path && !sameFile(base, f.From, f.Path):
			stale = f.From
		case f.Status != drift.Stale:
			continue
		}
		if err := os.Remove(filepath.Join(base, filepath.FromSlash(stale))); err != nil && !os.IsNotExist(err) {
			return fmt.Errorf("remove stale %s: %s", stale, reason(err))
		}
	}
	return nil
}

// sameFile reports whether two names are one file, as on a disk that does not tell
// upper from lower case.
func sameFile(base, a, b string) bool {
	x, errX := os.Stat(filepath.Join(base, filepath.FromSlash(a)))
	y, errY := os.Stat(filepath.Join(base, filepath.FromSlash(b)))
	return errX == nil && errY == nil && os.SameFile(x, y)
}

func (w *Workspace) links() links {
	if w.Config != nil && w.Config.AllowSymlinks {
		return followLinks
	}
	return refuseLinks
}

// linkAbove returns the first symbolic link between the workspace's directory and a
// file, "" if there is none, or none that matters.
func (w *Workspace) linkAbove(file string) string {
	if w.links() == followLinks || w.Config == nil {
		return ""
	}
	top, err := filepath.Abs(w.dir)
	if err != nil {
		return ""
	}
	file, err = filepath.Abs(file)
	if err != nil || !below(top, file) {
		return ""
	}
	link := ""
	for dir := filepath.Dir(file); dir != top && below(top, dir); dir = filepath.Dir(dir) {
		if info, err := os.Lstat(dir); err == nil && info.Mode()&os.ModeSymlink != 0 {
			link = display(dir)
		}
	}
	return link
}

// links says what becomes of a symbolic link where a file is to be written.
type links uint8

const (
	refuseLinks links = iota // an error: the link would be lost, or another place written to
	followLinks              // the file that it names is written
)

// staging holds files that are to be put in place together.
type staging struct {
	links   links
	wanted  []wantedFile
	files   []stagedFile
	created []string // directories made on the way, outermost first
}

type wantedFile struct {
	path string
	data []byte
}

type stagedFile struct{ temp, path string }

func (s *staging) want(path string, data []byte) {
	s.wanted = append(s.wanted, wantedFile{path, data})
}

// write puts all wanted files in place, or none.
func (s *staging) write() error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	var errs []error
	for _, f := range s.wanted {
		if ctx.Err() != nil {
			s.abandon()
			return ErrInterrupted
		}
		if err := s.add(f.path, f.data); err != nil {
			errs = append(errs, fmt.Errorf("write %s: %s", filepath.ToSlash(f.path), reason(err)))
		}
	}
	if len(errs) > 0 {
		s.abandon()
		return errors.Join(errs...)
	}
	return s.commit()
}

func (s *staging) add(path string, data []byte) error {
	path, err := s.resolve(path)
	if err != nil {
		return err
	}
	dir := filepath.Dir(path)
	if err := s.mkdir(dir); err != nil {
		return err
	}
	f, err := createTemp(dir)
	if err != nil {
		return err
	}
	s.files = append(s.files, stagedFile{f.Name(), path})
	_, err = f.Write(data)
	if info, e := os.Stat(path); e == nil && err == nil {
		err = f.Chmod(info.Mode().Perm())
	}
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	return err
}

// resolve returns the path of the file itself when a symbolic link stands at path.
func (s *staging) resolve(path string) (string, error) {
	info, err := os.Lstat(path)
	switch {
	case os.IsNotExist(err):
		return path, nil
	case err != nil:
		return "", err
	case info.IsDir():
		return "", errors.New("a directory is in its place")
	case info.Mode()&os.ModeSymlink == 0:
		return path, nil
	case s.links == refuseLinks:
		return "", errors.New("it is a symbolic link; remove it, or write allow_symlinks: true in gaia-gen.yaml")
	}
	return filepath.EvalSymlinks(path)
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
