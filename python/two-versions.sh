#!/bin/sh
# Exports everything under the locked and the newest FastAPI and Pydantic and
# compares the bytes. It also exports tests/apps, which hold the constructs that
# versions are known to spell differently, and runs the tests under the newest. Usage: python/two-versions.sh
# Needs the package index for the first run; environments are kept and reused.
set -eu
cd "$(dirname "$0")/.."
python=${PYTHON:-python3.11}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

environment() { # directory, then the arguments of pip install
	directory=$1
	shift
	[ -x "$directory/bin/python" ] || "$python" -m venv "$directory"
	"$directory/bin/python" -m pip install -q --disable-pip-version-check "$@"
}

export_all() { # directory, output
	"$1/bin/python" -c 'import fastapi, pydantic; print("fastapi", fastapi.__version__, "pydantic", pydantic.VERSION)'
	(cd python && "../$1/bin/python" -m gaia_export --out "$2" >/dev/null)
	(cd python/tests/apps && PYTHONPATH=../.. "../../../$1/bin/python" -m gaia_export --out "$2" >/dev/null)
}

environment .venv --require-hashes -r python/requirements.lock
environment .venv-newest --upgrade -r python/requirements.newest.txt
export_all .venv "$work/locked"
export_all .venv-newest "$work/newest"
.venv-newest/bin/python -B -m pytest -q python/tests
diff -ru "$work/locked" "$work/newest"
echo "identical: $(find "$work/locked" -name "*.json" | wc -l) documents"
