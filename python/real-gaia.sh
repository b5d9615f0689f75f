#!/bin/sh
# Exports the two apps of the published amd-gaia in a throw-away environment,
# generates TypeScript and Go from both documents, and lets the compilers judge.
# Usage: python/real-gaia.sh [VERSION]. KEEP=1 keeps the work directory.
# Needs the package registry, Go, and what `make setup` installs.
set -eu
cd "$(dirname "$0")/.."
root=$(pwd)
python=${PYTHON:-python3.11}
work=$(mktemp -d)
if [ -n "${KEEP:-}" ]; then
	echo "working in $work"
else
	trap 'rm -rf "$work"' EXIT
fi

"$python" -m venv "$work/env"
"$work/env/bin/python" -m pip install -q --disable-pip-version-check "amd-gaia[api,ui]${1:+==$1}" ./python
go build -o "$work/gaia-gen" ./cmd/gaia-gen

# Importing GAIA writes below the home directory: it gets one of its own.
mkdir "$work/home"
cd "$work"
go mod init real 2>/dev/null
echo '{"type": "module"}' >package.json
cat >tsconfig.json <<'JSON'
{
  "compilerOptions": {
    "strict": true, "exactOptionalPropertyTypes": true, "noUncheckedIndexedAccess": true, "verbatimModuleSyntax": true,
    "erasableSyntaxOnly": true, "noUnusedLocals": true, "noPropertyAccessFromIndexSignature": true,
    "target": "ES2022", "module": "NodeNext", "lib": ["ES2022"], "types": [], "noEmit": true
  },
  "include": ["api/ts", "ui/ts"]
}
JSON

run() { # log, command: run it, show the log if it fails
	log=$1
	shift
	"$@" >"$log" 2>&1 || {
		code=$?
		echo "failed: $*" && tail -n 40 "$log" && exit "$code"
	}
}

one() { # name, target
	mkdir "$1"
	run "$1/export.log" env HOME="$work/home" env/bin/gaia-export --app "$2" --out "$1/openapi.json"
	run "$1/gen.log" ./gaia-gen "$1/openapi.json" --verbose --ts "$1/ts" --go "$1/go" --go-package "$1"
}

one api gaia.api.openai_server:app
one ui gaia.ui.server:create_app
go vet ./...
node "$root/tests/tsc/node_modules/typescript/bin/tsc" -p .
env/bin/python "$root/python/real-gaia-figures.py" gaia.api.openai_server:app api
env/bin/python "$root/python/real-gaia-figures.py" gaia.ui.server:create_app ui
