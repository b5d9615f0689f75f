package git

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os/exec"
	"strconv"
	"strings"
	"sync"
)

// blobs reads objects through one git process, which starts with the first.
type blobs struct {
	repo *Repo

	mu   sync.Mutex
	cmd  *exec.Cmd
	in   io.WriteCloser
	out  *bufio.Reader
	errs bytes.Buffer
	gone error // why the process cannot be asked any more
}

func (b *blobs) read(id string) ([]byte, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.gone != nil {
		return nil, b.gone
	}
	if b.cmd == nil {
		if b.gone = b.start(); b.gone != nil {
			return nil, b.gone
		}
	}
	data, missing, err := b.ask(id)
	if err != nil {
		b.gone = fmt.Errorf("git cat-file: %w", err)
		return nil, b.gone
	}
	if missing {
		return nil, fmt.Errorf("git has no object %s", id)
	}
	return data, nil
}

func (b *blobs) start() error {
	cmd := b.repo.command("cat-file", "--batch")
	in, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	cmd.Stderr = &b.errs
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("git cat-file: %w", err)
	}
	b.cmd, b.in, b.out = cmd, in, bufio.NewReaderSize(out, 1<<16)
	return nil
}

// ask sends one id. The answer is "<id> blob <size>", the bytes and a line feed, or
// "<id> missing".
func (b *blobs) ask(id string) (data []byte, missing bool, err error) {
	if _, err := io.WriteString(b.in, id+"\n"); err != nil {
		return nil, false, err
	}
	head, err := b.out.ReadString('\n')
	if err != nil {
		return nil, false, err
	}
	fields := strings.Fields(head)
	if len(fields) != 3 {
		return nil, true, nil
	}
	size, err := strconv.Atoi(fields[2])
	if err != nil {
		return nil, false, fmt.Errorf("answer %q is not understood", head)
	}
	data = make([]byte, size+1)
	if _, err := io.ReadFull(b.out, data); err != nil {
		return nil, false, err
	}
	return data[:size], false, nil
}

func (b *blobs) close() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.cmd == nil || b.gone == errClosed {
		return nil
	}
	b.gone = errClosed
	b.in.Close()
	return b.cmd.Wait()
}

var errClosed = fmt.Errorf("the tree is closed")
