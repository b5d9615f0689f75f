package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"gaia-gen": main})
}

// TestScript runs the command as its users do: see testdata/script.
func TestScript(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Condition: func(cond string) (bool, error) {
			if cond == "root" {
				return os.Geteuid() == 0, nil
			}
			return false, fmt.Errorf("unknown condition %q", cond)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"bytes":   writeBytes,
			"repeat":  repeat,
			"age":     age,
			"aged":    aged,
			"listing": listing,
			"exits":   exits,
		},
	})
}

// exits CODE PROGRAM [ARG…] runs a program and holds when it ends with CODE.
func exits(ts *testscript.TestScript, _ bool, args []string) {
	err := ts.Exec(args[1], args[2:]...)
	code := 0
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit):
		code = exit.ExitCode()
	case err != nil:
		ts.Fatalf("%v", err)
	}
	if strconv.Itoa(code) != args[0] {
		ts.Fatalf("exit code %d, want %s", code, args[0])
	}
}

// bytes FILE TEXT writes TEXT, a Go string literal without its quotes, to FILE.
func writeBytes(ts *testscript.TestScript, _ bool, args []string) {
	text, err := strconv.Unquote("\"" + args[1] + "\"")
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text), 0o644))
}

// repeat FILE BEFORE TEXT N AFTER writes BEFORE, N times TEXT, AFTER to FILE.
func repeat(ts *testscript.TestScript, _ bool, args []string) {
	n, err := strconv.Atoi(args[3])
	ts.Check(err)
	text := args[1] + strings.Repeat(args[2], n) + args[4]
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text), 0o644))
}

var longAgo = time.Date(2001, 2, 3, 4, 5, 6, 0, time.UTC)

// age FILE… gives files a modification time long ago; aged FILE… holds when
// they still have it.
func age(ts *testscript.TestScript, _ bool, args []string) {
	for _, f := range args {
		ts.Check(os.Chtimes(ts.MkAbs(f), longAgo, longAgo))
	}
}

func aged(ts *testscript.TestScript, neg bool, args []string) {
	for _, f := range args {
		info, err := os.Stat(ts.MkAbs(f))
		ts.Check(err)
		if info.ModTime().Equal(longAgo) == neg {
			ts.Fatalf("%s was modified at %v", f, info.ModTime())
		}
	}
}

// listing DIR [NAME…] holds when DIR has exactly these entries.
func listing(ts *testscript.TestScript, _ bool, args []string) {
	entries, err := os.ReadDir(ts.MkAbs(args[0]))
	ts.Check(err)
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if got, want := strings.Join(names, " "), strings.Join(args[1:], " "); got != want {
		ts.Fatalf("%s holds %q, want %q", args[0], got, want)
	}
}
