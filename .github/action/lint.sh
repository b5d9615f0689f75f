#!/usr/bin/env bash
# Lints the schemas; the exit code is kept for the last step.
set -uo pipefail

out="$RUNNER_TEMP/gaia-gen/report"
mkdir -p "$out"
cd "$DIRECTORY" || exit 2
gaia-gen lint --format github --format "markdown=$out/lint.md"
code=$?
[ -s "$out/lint.md" ] && cat "$out/lint.md" >>"$GITHUB_STEP_SUMMARY"
echo "code=$code" >>"$GITHUB_OUTPUT"
