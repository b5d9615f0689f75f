package contracts

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	sidecar "github.com/amd-gaia/gaia-gen/golden/sidecar/go"
	"github.com/amd-gaia/gaia-gen/internal/tstest"
	"github.com/amd-gaia/gaia-gen/tests/judge"
)

// shared returns the path of a file of other people's beside the repository, and
// skips the test where that is not there.
func shared(t *testing.T, name string) string {
	t.Helper()
	path, err := filepath.Abs(filepath.Join(root, "../shared", name))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path); err != nil {
		t.Skipf("%s is not there: %v", name, err)
	}
	return path
}

// TestLockFiles reads the lock files of two published packages: one has the form
// of the contract, the other an older one whose version the refusal names.
func TestLockFiles(t *testing.T) {
	current, older := shared(t, "contracts/gaia/data/gaia-npm/binaries.lock.json"), shared(t, "contracts/gaia/data/email-npm/binaries.lock.json")

	t.Run("go", func(t *testing.T) {
		data, err := os.ReadFile(current)
		if err != nil {
			t.Fatal(err)
		}
		var lock sidecar.BinariesLock
		if err := json.Unmarshal(data, &lock); err != nil {
			t.Fatal(err)
		}
		if n, m := len(lock.Components.Sidecar.Platforms), len(lock.Components.TUI.Platforms); n != 4 || m != 6 {
			t.Errorf("%d platforms of the sidecar and %d of the terminal UI, want 4 and 6", n, m)
		}
		again, err := json.Marshal(lock)
		if err != nil || !judge.Equal(data, again) {
			t.Errorf("encoded to %s, %v", again, err)
		}
		data, err = os.ReadFile(older)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(data, &lock); err == nil || err.Error() != `decode: at $.schemaVersion: want "3.0", found "1.0"` {
			t.Errorf("the older form: %v", err)
		}
	})

	t.Run("typescript", func(t *testing.T) {
		p := tstest.New(t, root)
		p.Copy(t, "golden/sidecar/ts", "sidecar")
		p.Write(t, "lock.ts", `/// <reference lib="dom" />
import { decodeBinariesLock, encodeBinariesLock, type BinariesLock } from "./sidecar/index.js";

declare const process: { argv: string[] };

for (const text of process.argv.slice(2)) {
  try {
    const lock: BinariesLock = decodeBinariesLock(JSON.parse(text));
    console.log(Object.keys(lock.components.tui.platforms).length, JSON.stringify(encodeBinariesLock(lock)) === JSON.stringify(JSON.parse(text)));
  } catch (err) {
    console.log(String(err));
  }
}
`)
		p.Compile(t)
		var texts []string
		for _, path := range []string{current, older} {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			texts = append(texts, string(data))
		}
		got := p.Run(t, "lock.ts", "", texts...)
		if want := "6 true\nDecodeError: $.schemaVersion is not \"3.0\", got \"1.0\"\n"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	})
}
