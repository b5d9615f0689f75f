package ts_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/amd-gaia/gaia-gen/emit/ts"
	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/ir"
	"github.com/amd-gaia/gaia-gen/loader"
)

// load reads one document and returns the model with what was found.
func load(t testing.TB, name string, data []byte) (*ir.Document, *diag.List) {
	t.Helper()
	var out diag.List
	res := loader.Load(fstest.MapFS{name: {Data: data}}, loader.Options{Inputs: []string{name}}, &out)
	return res.Document, &out
}

// oracleCase is the x-case member of a document: values that its root type must
// accept and refuse.
type oracleCase struct {
	Root   string            `json:"root"`
	Accept []json.RawMessage `json:"accept"`
	Reject []json.RawMessage `json:"reject"`
}

// TestOracle lets tsc judge, in one run, every accept and reject value of the
// committed cases. All must pass.
func TestOracle(t *testing.T) {
	runOracle(t, "testdata/oracle")
}

// beyond lists the cases beside the project that ask for what is not said yet,
// with the reason.
var beyond = map[string]string{
	"040-default-stays-optional": "reads the schema as a request does; its only use is a response, where a field with a default is always present",
	"065-dependent-required":     "dependentRequired is a finding, not part of the type",
}

// TestOracleShared does the same for all cases beside the project.
func TestOracleShared(t *testing.T) {
	dir := shared(t, "cases/ts")
	runOracle(t, dir)
}

// shared returns a path below the directory "shared" beside the repository, and
// skips the test where there is none.
func shared(t testing.TB, path string) string {
	t.Helper()
	dir := filepath.Join("..", "..", "..", "shared", filepath.FromSlash(path))
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("no %s beside the repository", filepath.Join("shared", path))
	}
	return dir
}

func runOracle(t *testing.T, dir string) {
	paths, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no cases in %s (%v)", dir, err)
	}
	w := newWorkspace(t, noEmit)
	cases := 0
	broken := map[string]bool{}
	for _, path := range paths {
		name := strings.TrimSuffix(filepath.Base(path), ".json")
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var file struct {
			Case *oracleCase `json:"x-case"`
		}
		if err := json.Unmarshal(data, &file); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		if file.Case == nil || file.Case.Root == "" {
			continue
		}
		cases++
		if err := w.addCase(t, name, data, file.Case); err != nil {
			t.Errorf("%s: %v", name, err)
			broken[name] = true
		}
	}
	for file, lines := range w.complaints(t) {
		name, _, _ := strings.Cut(file, "/")
		broken[name] = true
		if why := beyond[name]; why != "" {
			t.Logf("%s: %s", name, why)
			continue
		}
		for _, line := range lines {
			t.Error(line)
		}
	}
	t.Logf("%d of %d cases pass", cases-len(broken), cases)
}

// addCase writes the types of a case and a file that assigns each value to the
// root type: those to refuse behind a @ts-expect-error, each in a statement of
// its own.
func (w workspace) addCase(t testing.TB, name string, data []byte, c *oracleCase) error {
	doc, found := load(t, name+".json", data)
	if doc == nil {
		return fmt.Errorf("not loaded: %v", found.Sorted())
	}
	files, err := ts.Emit(doc, ts.Options{}, found)
	if err != nil {
		return err
	}
	w.add(t, name+"/gen", files)
	i := slices.IndexFunc(doc.Types, func(t *ir.Type) bool { return t.Name == c.Root })
	if i < 0 {
		return fmt.Errorf("no type %q", c.Root)
	}
	root := "g." + c.Root
	if doc.Types[i].Nullable {
		root += " | null"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "import type * as g from \"./gen/index.js\";\n")
	for i, v := range c.Accept {
		fmt.Fprintf(&b, "export const accept%d: %s = %s;\n", i, root, oneLine(v))
	}
	for i, v := range c.Reject {
		fmt.Fprintf(&b, "// @ts-expect-error must be refused: %s\nexport const reject%d: %s = %s;\n", strconv.Quote(oneLine(v)), i, root, oneLine(v))
	}
	w.write(t, name+"/values.ts", b.String())
	return nil
}

func oneLine(v json.RawMessage) string {
	var b bytes.Buffer
	if err := json.Compact(&b, v); err != nil {
		return string(v)
	}
	return b.String()
}
