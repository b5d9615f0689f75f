#!/usr/bin/env bash
# One check, reported in every form: annotations in this log, a summary of the step, JSON
# and a patch as files. The exit code is kept for the last step, so that the patch can be
# uploaded in between.
set -uo pipefail

out="$RUNNER_TEMP/gaia-gen/report"
mkdir -p "$out"
rm -f "$out"/drift.*
flags=(--format github --format "markdown=$out/drift.md" --format "json=$out/drift.json" --format "patch=$out/drift.patch")
[ -n "$BASE" ] && flags+=(--base "$BASE")
[ "$EXPORT" = true ] && flags+=(--export)
read -r -a more <<<"$ARGS"

cd "$DIRECTORY" || exit 2
driftcheck "${flags[@]}" ${more[@]+"${more[@]}"}
code=$?

[ -s "$out/drift.md" ] && cat "$out/drift.md" >>"$GITHUB_STEP_SUMMARY"
case $code in
  0) drift=false ;;
  1) drift=true ;;
  *) drift=unknown ;;
esac
{
  echo "drift=$drift"
  echo "code=$code"
  echo "report=$out/drift.json"
  echo "patch=$out/drift.patch"
} >>"$GITHUB_OUTPUT"
