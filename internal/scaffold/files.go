package scaffold

import (
	"strings"

	"github.com/amd-gaia/gaia-gen/internal/config"
)

// Place is where the configuration is: its directory as a slash path from the top of the
// repository, "" for the top. Hooks and workflows run at the top, from which nothing is
// found in a directory below.
type Place string

// flag returns what tells driftcheck where the configuration is.
func (p Place) flag() string {
	if p == "" {
		return ""
	}
	return " --config " + shellQuote(p.file())
}

// shellQuote writes one word for a shell.
func shellQuote(s string) string {
	if plain.MatchString(s) {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

func (p Place) file() string { return string(p) + "/" + config.FileName }

// Hook returns a pre-commit hook for a repository that does not use the pre-commit program.
// It checks the index, writes nothing, and where driftcheck is not installed says so and
// lets the commit pass: the build service checks again.
func Hook(p Place) []byte {
	return []byte(strings.ReplaceAll(hook, " --staged", " --staged"+p.flag()))
}

const hook = `#!/bin/sh
# Written by gaia-gen init: refuses a commit in which generated files are not what the
# schemas of the same commit give. git commit --no-verify passes it by.
if command -v driftcheck >/dev/null 2>&1; then
	exec driftcheck --staged
elif [ -x node_modules/.bin/driftcheck ]; then
	exec node_modules/.bin/driftcheck --staged
elif [ -f go.mod ] && grep -q github.com/amd-gaia/gaia-gen/cmd/driftcheck go.mod; then
	exec go tool driftcheck --staged
fi
echo "pre-commit: driftcheck is not installed, so generated files were not checked;" >&2
echo "pre-commit: go install github.com/amd-gaia/gaia-gen/cmd/...@latest" >&2
`

// HookLine returns what a hook that exists already needs.
func HookLine(p Place) string { return "driftcheck --staged" + p.flag() }

// PreCommit returns what a .pre-commit-config.yaml needs below repos. The revision is a
// release.
func PreCommit(revision string, p Place) string {
	args := ""
	if p != "" {
		args = "        args: [--config, " + quote(p.file()) + "]\n"
	}
	return "  - repo: https://github.com/amd-gaia/gaia-gen\n" +
		"    rev: " + revision + "\n" +
		"    hooks:\n" +
		"      - id: gaia-gen-drift\n" + args +
		"      - id: gaia-gen-lint\n" + args
}

// Workflow returns the GitHub workflow that runs the gate. The revision is of the
// action, the branch the one that changes are merged into.
func Workflow(revision, branch string, p Place, app bool) []byte {
	const head = `# Written by gaia-gen init: fails when what is committed is not what the sources produce.
# No secrets are needed, so that it works for forks.
name: schema-drift-check
on:
  pull_request:
  push:
    branches: [BRANCH] # two changes that are right each can be wrong together
  merge_group:
permissions:
  contents: read
jobs:
  schema-drift-check:
    runs-on: ubuntu-latest
    timeout-minutes: 15
    steps:
      - uses: actions/checkout@v4
`
	const python = `      # The exporter imports the application: install what it needs.
      - uses: actions/setup-python@v5
        with:
          python-version: "3.11"
      - run: |
CD          if [ -f requirements.txt ]; then pip install -r requirements.txt; elif [ -f pyproject.toml ]; then pip install .; fi
          pip install 'gaia-export @ git+https://github.com/amd-gaia/gaia-gen@REV#subdirectory=python'
`
	const gate = `      # Annotations at the lines, a summary, and a patch that git apply takes. See docs/ci.md
      # of gaia-gen for its inputs, among them version and checksum of a released binary.
      - uses: amd-gaia/gaia-gen@REV
        with:
DIRECTORY          export: "EXPORT" # run the exporters and compare the documents too
          lint: "false" # "true" also runs gaia-gen lint
`
	text, export, directory, cd := head, "false", "", ""
	if p != "" {
		cd = "          cd " + shellQuote(string(p)) + "\n"
		directory = "          working-directory: " + quote(string(p)) + "\n"
	}
	if app {
		text, export = text+python, "true"
	}
	return []byte(strings.NewReplacer("REV", revision, "BRANCH", branch, "EXPORT", export, "DIRECTORY", directory, "CD", cd).Replace(text + gate))
}
