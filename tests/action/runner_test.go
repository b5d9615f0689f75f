package action

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// action is one use of action.yml, and what came of it.
type action struct {
	inputs   map[string]string
	steps    []step
	repo     string
	temp     string
	path     string // of the action
	log      bytes.Buffer
	outputs  map[string]string
	uploaded []string
	code     int
}

type step struct {
	ID, If, Uses, Shell, Run string
	Env, With                map[string]string
}

// load reads action.yml.
func load(t *testing.T, repo string, inputs map[string]string) *action {
	t.Helper()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(root, "action.yml"))
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Inputs  map[string]struct{ Default string }
		Outputs map[string]struct{ Value string }
		Runs    struct{ Steps []step }
	}
	if err := yaml.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	a := &action{inputs: map[string]string{}, steps: file.Runs.Steps, repo: repo, temp: t.TempDir(), path: root, outputs: map[string]string{}}
	for name, in := range file.Inputs {
		a.inputs[name] = in.Default
	}
	for name, value := range inputs {
		if _, known := a.inputs[name]; !known {
			t.Fatalf("action.yml has no input %q", name)
		}
		a.inputs[name] = value
	}
	return a
}

// run runs the steps as a runner does: in their order, none after one that failed.
func (a *action) run(t *testing.T) {
	t.Helper()
	steps := map[string]map[string]string{}
	githubPath := filepath.Join(a.temp, "path")
	for i, s := range a.steps {
		if !a.holds(t, s.If, steps) {
			continue
		}
		if s.Uses != "" {
			if strings.HasPrefix(s.Uses, "actions/upload-artifact@") {
				a.uploaded = append(a.uploaded, a.expand(t, s.With["path"], steps))
			}
			continue
		}
		if s.Shell != "bash" {
			t.Fatalf("step %d has shell %q", i, s.Shell)
		}
		if strings.Contains(s.Run, "${{") {
			t.Fatalf("step %d has an expression in its script: %s", i, s.Run)
		}
		output := filepath.Join(a.temp, "output")
		os.Remove(output)
		code := a.bash(t, s, steps, output, githubPath)
		if s.ID != "" {
			steps[s.ID] = pairs(t, output)
		}
		if code != 0 {
			a.code = code
			break
		}
	}
	a.outputs = steps["check"]
}

func (a *action) bash(t *testing.T, s step, steps map[string]map[string]string, output, githubPath string) int {
	t.Helper()
	script := filepath.Join(a.temp, "script.sh")
	if err := os.WriteFile(script, []byte(s.Run), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("bash", "--noprofile", "--norc", "-eo", "pipefail", script)
	cmd.Dir = a.repo
	cmd.Stdout, cmd.Stderr = &a.log, &a.log
	search := os.Getenv("PATH")
	added, _ := os.ReadFile(githubPath)
	for _, dir := range strings.Fields(string(added)) {
		search = dir + string(os.PathListSeparator) + search
	}
	cmd.Env = append(environment(), "PATH="+search, "GITHUB_ACTION_PATH="+a.path, "GITHUB_OUTPUT="+output, "GITHUB_PATH="+githubPath,
		"GITHUB_STEP_SUMMARY="+filepath.Join(a.temp, "summary"), "GITHUB_WORKSPACE="+a.repo, "RUNNER_TEMP="+a.temp, "RUNNER_OS="+runnerOS(), "RUNNER_ARCH="+runnerArch(),
		"CI=true", "GITHUB_ACTIONS=true", "GAIA_GEN_CACHE=off")
	for name, value := range s.Env {
		cmd.Env = append(cmd.Env, name+"="+a.expand(t, value, steps))
	}
	err := cmd.Run()
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit):
		return exit.ExitCode()
	case err != nil:
		t.Fatal(err)
	}
	return 0
}

// environment is this process's without what a runner of a fork would not have.
func environment() []string {
	var env []string
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "GITHUB_") && !strings.HasPrefix(v, "GIT_") && !strings.HasPrefix(v, "PATH=") {
			env = append(env, v)
		}
	}
	return env
}

func runnerOS() string {
	return map[string]string{"linux": "Linux", "darwin": "macOS", "windows": "Windows"}[runtime.GOOS]
}

func runnerArch() string {
	return map[string]string{"amd64": "X64", "arm64": "ARM64"}[runtime.GOARCH]
}

// pairs reads name=value lines.
func pairs(t *testing.T, file string) map[string]string {
	t.Helper()
	out := map[string]string{}
	text, err := os.ReadFile(file)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	for _, line := range strings.Split(string(text), "\n") {
		if name, value, ok := strings.Cut(line, "="); ok {
			out[name] = value
		}
	}
	return out
}

var expression = regexp.MustCompile(`\$\{\{\s*(.*?)\s*\}\}`)

func (a *action) expand(t *testing.T, text string, steps map[string]map[string]string) string {
	return expression.ReplaceAllStringFunc(text, func(m string) string {
		return a.value(t, expression.FindStringSubmatch(m)[1], steps)
	})
}

// value evaluates what action.yml uses of the expression language.
func (a *action) value(t *testing.T, text string, steps map[string]map[string]string) string {
	t.Helper()
	parts := strings.Split(text, ".")
	switch {
	case strings.HasPrefix(text, "'"):
		return strings.Trim(text, "'")
	case parts[0] == "inputs" && len(parts) == 2:
		value, known := a.inputs[parts[1]]
		if !known {
			t.Fatalf("action.yml uses the input %q, which it does not have", parts[1])
		}
		return value
	case parts[0] == "steps" && len(parts) == 4 && parts[2] == "outputs":
		return steps[parts[1]][parts[3]]
	case text == "github.action_path":
		return a.path
	case text == "github.job", text == "strategy.job-index":
		return "x"
	}
	t.Fatalf("expression %q is not understood", text)
	return ""
}

func (a *action) holds(t *testing.T, condition string, steps map[string]map[string]string) bool {
	t.Helper()
	if condition == "" {
		return true
	}
	left, right, ok := strings.Cut(condition, " == ")
	if !ok {
		t.Fatalf("condition %q is not understood", condition)
	}
	return a.value(t, left, steps) == a.value(t, right, steps)
}

func (a *action) summary(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(a.temp, "summary"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// expect holds the exit code and the output "drift".
func (a *action) expect(t *testing.T, code int, drift string) {
	t.Helper()
	if a.code != code || a.outputs["drift"] != drift {
		t.Errorf("exit code %d, drift %q; want %d, %q\n%s", a.code, a.outputs["drift"], code, drift, a.log.String())
	}
}
