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

// elsewhere are the tests of what a script cannot show, in the order of their scenarios.
var elsewhere = []struct {
	scenario   int
	file, test string
}{
	{32, "../../internal/drift/classify_test.go", "TestCaseOnlyNames"},
	{38, "../../tests/action/action_test.go", "TestGateRunsOnWhatIsMerged"},
	{39, "../../tests/crash/crash_test.go", "TestKilled"},
	{39, "../../tests/crash/denied_test.go", "TestDiskFull"},
	{48, "../../tests/crash/denied_test.go", "TestDenied"},
	{49, "once_linux_test.go", "TestScenario49EachFileIsOpenedOnce"},
}

// TestScenarios counts the scripts and the tests: none may be lost.
func TestScenarios(t *testing.T) {
	files, err := filepath.Glob("testdata/script/[0-9][0-9]-*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[int]int{}
	for _, f := range files {
		n, err := strconv.Atoi(filepath.Base(f)[:2])
		if err != nil {
			t.Fatal(err)
		}
		seen[n]++
	}
	for n := 1; n <= scenarios; n++ {
		if seen[n] != 1 {
			t.Errorf("scenario %d has %d scripts", n, seen[n])
		}
	}
	for _, e := range elsewhere {
		text, err := os.ReadFile(e.file)
		if err != nil || !strings.Contains(string(text), "\nfunc "+e.test+"(t *testing.T) {\n") {
			t.Errorf("scenario %d has no %s in %s", e.scenario, e.test, e.file)
		}
	}
	t.Logf("%d scenarios, %d scripts, %d go tests", scenarios, len(files), len(elsewhere))
}
