package main

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/amd-gaia/gaia-gen/internal/scripttest"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"driftcheck": main})
}

// TestScript runs the command as its users do: see testdata/script.
func TestScript(t *testing.T) { scripttest.Run(t, nil, "gaia-gen") }

// scenarios is how many ways for a tree to drift, or to look as if it had, are known;
// each has a script of its number.
const scenarios = 50

// TestScenarios counts the scripts: none may be lost.
func TestScenarios(t *testing.T) {
	files, err := filepath.Glob("testdata/script/[0-9][0-9]-*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[int]int{}
	skips := 0
	for _, f := range files {
		n, err := strconv.Atoi(filepath.Base(f)[:2])
		if err != nil {
			t.Fatal(err)
		}
		seen[n]++
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), "\nskip") {
			skips++
		}
	}
	for n := 1; n <= scenarios; n++ {
		if seen[n] != 1 {
			t.Errorf("scenario %d has %d scripts", n, seen[n])
		}
	}
	t.Logf("%d scenarios, %d scripts, %d skipped", scenarios, len(files), skips)
}
