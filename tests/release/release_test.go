// Package release builds the programs as a release does, and installs its npm packages.
package release

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"
)

// config is what the tests need of .goreleaser.yaml.
type config struct {
	Builds []struct {
		ID, Main, Binary string
		Env, Flags       []string
		Ldflags          []string
		Goos, Goarch     []string
		ModTimestamp     string `yaml:"mod_timestamp"`
	}
}

func load(t *testing.T) config {
	t.Helper()
	text, err := os.ReadFile("../../.goreleaser.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var c config
	if err := yaml.Unmarshal(text, &c); err != nil {
		t.Fatal(err)
	}
	return c
}

func TestTargets(t *testing.T) {
	c := load(t)
	var programs []string
	for _, b := range c.Builds {
		programs = append(programs, b.Binary)
		var targets []string
		for _, system := range b.Goos {
			for _, processor := range b.Goarch {
				targets = append(targets, system+"_"+processor)
			}
		}
		want := []string{"linux_amd64", "linux_arm64", "darwin_amd64", "darwin_arm64", "windows_amd64", "windows_arm64"}
		if diff := cmp.Diff(want, targets); diff != "" {
			t.Errorf("%s: %s", b.ID, diff)
		}
		if !slices.Contains(b.Env, "CGO_ENABLED=0") || !slices.Contains(b.Flags, "-trimpath") || b.ModTimestamp != "{{ .CommitTimestamp }}" {
			t.Errorf("%s is not reproducible: %+v", b.ID, b)
		}
	}
	if diff := cmp.Diff([]string{"gaia-gen", "driftcheck"}, programs); diff != "" {
		t.Error(diff)
	}
}

// build builds the programs as .goreleaser.yaml says, from the sources in dir, each into
// what out returns.
func build(t *testing.T, c config, dir, system, processor string, out func(program string) string) {
	t.Helper()
	for _, b := range c.Builds {
		args := append([]string{"build"}, b.Flags...)
		args = append(args, "-buildvcs=false") // the copy has no repository
		args = append(args, "-ldflags="+strings.Join(b.Ldflags, " "), "-o", out(b.Binary)+string(filepath.Separator), b.Main)
		cmd := exec.Command("go", args...)
		cmd.Dir = dir
		cmd.Env = append(append(os.Environ(), b.Env...), "GOOS="+system, "GOARCH="+processor)
		if text, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s for %s/%s: %v\n%s", b.ID, system, processor, err, text)
		}
	}
}

// TestReproducible builds from two places and compares the bytes.
func TestReproducible(t *testing.T) {
	c := load(t)
	here, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	there := filepath.Join(t.TempDir(), "elsewhere")
	copySources(t, here, there)
	var built [2]string
	for i, dir := range []string{here, there} {
		built[i] = t.TempDir()
		build(t, c, dir, runtime.GOOS, runtime.GOARCH, func(string) string { return built[i] })
	}
	for _, b := range c.Builds {
		name := b.Binary
		if runtime.GOOS == "windows" {
			name += ".exe"
		}
		first, err := os.ReadFile(filepath.Join(built[0], name))
		if err != nil {
			t.Fatal(err)
		}
		second, err := os.ReadFile(filepath.Join(built[1], name))
		if err != nil || !bytes.Equal(first, second) {
			t.Errorf("%s depends on where it is built (%d and %d bytes, %v)", name, len(first), len(second), err)
		}
		if bytes.Contains(first, []byte(here+"/")) {
			t.Errorf("%s holds the path it was built in", name)
		}
	}
}

// copySources copies what the programs are made of.
func copySources(t *testing.T, from, to string) {
	t.Helper()
	list := exec.Command("git", "ls-files", "-z", "-c", "-o", "--exclude-standard", "--", "go.mod", "go.sum", "cmd", "emit", "internal", "lint", "loader")
	list.Dir = from
	names, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range strings.Split(strings.TrimSuffix(string(names), "\x00"), "\x00") {
		data, err := os.ReadFile(filepath.Join(from, name))
		if os.IsNotExist(err) {
			continue
		}
		if err == nil {
			err = os.MkdirAll(filepath.Dir(filepath.Join(to, name)), 0o755)
		}
		if err == nil {
			err = os.WriteFile(filepath.Join(to, name), data, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// TestNPM packs the packages, installs them from their tarballs into an empty project
// without a network, and runs the local command.
func TestNPM(t *testing.T) {
	for _, program := range []string{"npm", "python3"} {
		if _, err := exec.LookPath(program); err != nil {
			if os.Getenv("GAIA_REQUIRE_TOOLS") != "" {
				t.Fatal(err)
			}
			t.Skip(err)
		}
	}
	dist, out, project := t.TempDir(), t.TempDir(), t.TempDir()
	build(t, load(t), "../..", runtime.GOOS, runtime.GOARCH, func(program string) string {
		return filepath.Join(dist, program+"_"+runtime.GOOS+"_"+runtime.GOARCH+"_v1")
	})
	must(t, ".", "../../npm/pack", "v1.2.3", dist, out)
	tarballs, err := filepath.Glob(filepath.Join(out, "*.tgz"))
	if err != nil || len(tarballs) != 2 {
		t.Fatalf("%v, %v", tarballs, err)
	}
	slices.Sort(tarballs) // the package itself, whose version is a digit, comes before its platforms
	main, platform := tarballs[0], tarballs[1]

	// A registry would serve the platforms; here the one that was built is named.
	write(t, project, "package.json", fmt.Sprintf(`{"private": true, "devDependencies": {"@amd-gaia/gaia-gen": "file:%s"}, "optionalDependencies": {"%s": "file:%s"}}`,
		main, platformName(t, platform), platform))
	must(t, project, "npm", "install", "--offline", "--no-audit", "--no-fund", "--ignore-scripts", "--omit=optional")
	if text, err := command(project, "npx", "--no-install", "gaia-gen", "version"); err == nil || !strings.Contains(text, "is not installed") {
		t.Errorf("without the platform's package: %v\n%s", err, text)
	}
	must(t, project, "npm", "install", "--offline", "--no-audit", "--no-fund", "--ignore-scripts")
	if text := must(t, project, "npx", "--no-install", "gaia-gen", "version"); !strings.HasPrefix(text, "gaia-gen ") {
		t.Errorf("version: %s", text)
	}
	write(t, project, "gaia-gen.yaml", "version: 1\ncontracts:\n  pets: {inputs: [pet.json], ts: {out: src/api}}\n")
	write(t, project, "pet.json", `{"title": "Pet", "type": "object", "properties": {"name": {"type": "string"}}}`)
	if text, err := command(project, "npx", "--no-install", "driftcheck"); exitCode(err) != 1 || !strings.Contains(text, "fix: npx gaia-gen") {
		t.Errorf("%v\n%s", err, text)
	}
	must(t, project, "npx", "--no-install", "gaia-gen")
	must(t, project, "npx", "--no-install", "driftcheck")
	if _, err := command(project, "npx", "--no-install", "driftcheck", "--no-such-flag"); exitCode(err) != 2 {
		t.Errorf("exit codes are not handed on: %v", err)
	}
}

// TestNPMPackagesHaveNoScripts: nothing runs during an installation.
func TestNPMPackagesHaveNoScripts(t *testing.T) {
	text, err := os.ReadFile("../../npm/gaia-gen/package.json")
	if err != nil {
		t.Fatal(err)
	}
	var p struct {
		Scripts              map[string]string
		OptionalDependencies map[string]string
	}
	if err := json.Unmarshal(text, &p); err != nil {
		t.Fatal(err)
	}
	if len(p.Scripts) > 0 || len(p.OptionalDependencies) != 6 {
		t.Errorf("%+v", p)
	}
}

// platformName is that of the package in a tarball.
func platformName(t *testing.T, tarball string) string {
	t.Helper()
	var p struct{ Name string }
	if err := json.Unmarshal([]byte(must(t, ".", "tar", "-xzOf", tarball, "package/package.json")), &p); err != nil {
		t.Fatal(err)
	}
	return p.Name
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func command(dir, name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "CI=", "GAIA_GEN_CACHE=off")
	out, err := cmd.CombinedOutput()
	return string(out), err
}

func must(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	out, err := command(dir, name, args...)
	if err != nil {
		t.Fatalf("%s %v: %v\n%s", name, args, err, out)
	}
	return out
}

func exitCode(err error) int {
	if exit, ok := err.(*exec.ExitError); ok {
		return exit.ExitCode()
	}
	return -1
}
