#!/usr/bin/env bash
# Ends the action as its checks ended: 1 for what they found, 2 when they cannot tell.
set -euo pipefail

worst=0
for code in "${CHECK:-2}" "${LINT:-0}"; do
  [ "$code" -gt "$worst" ] && worst="$code"
done
case $worst in
  0) echo "in sync" ;;
  1) echo "drift or findings: see the annotations above; the summary says which command mends it" ;;
  *) echo "::error title=gaia-gen::it cannot be told whether there is drift: see the errors above" ;;
esac
exit "$worst"
