# Every target works from a clean clone; `go test ./...` works without any of them.
SHELL := /bin/bash

.PHONY: help generate check test setup golden schemas versions lint fuzz bench real-gaia

help: ## List the targets
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

generate: ## Regenerate golden/ from schemas/
	go run ./cmd/gaia-gen

check: .venv/.installed ## Fail when golden/ or schemas/ is not what its sources produce, or schemas/ has a finding
	go run ./cmd/driftcheck --export
	go run ./cmd/gaia-gen lint --fail-on warn

test: setup ## Set up what the tests need and run all of them
	GAIA_REQUIRE_TOOLS=1 go test ./...
	.venv/bin/python -m pytest -q python/tests

setup: tests/tsc/node_modules/.package-lock.json .venv/.installed .venv-precommit/.installed ## Install the pinned TypeScript and Python packages

golden: ## Rewrite every golden file; read the diff
	GAIA_UPDATE=1 go test ./...
	go run ./cmd/gaia-gen

schemas: .venv/.installed ## Export schemas/ from python/
	PYTHONPATH=python .venv/bin/python -m gaia_export

versions: .venv/.installed ## Export under the locked and the newest FastAPI and Pydantic; compare
	python/two-versions.sh

lint: ## gofmt, go vet, staticcheck
	test -z "$$(git ls-files '*.go' | xargs gofmt -l | tee /dev/stderr)"
	go vet ./... && go tool staticcheck ./...

fuzz: ## Fuzz the reader and load-and-emit, 30 s each
	go test -run '^$$' -fuzz FuzzParse -fuzztime 30s -fuzzminimizetime 1x ./internal/tree
	go test -run '^$$' -fuzz FuzzGenerate -fuzztime 30s -fuzzminimizetime 1x ./internal/pipeline

real-gaia: setup ## Export the published amd-gaia package in a throw-away environment and generate from it
	python/real-gaia.sh

bench: ## Time gaia-gen, its linter and its gate beside their peers
	tests/bench/run
	tests/bench/lint/run
	tests/bench/drift/run

tests/tsc/node_modules/.package-lock.json: tests/tsc/package-lock.json
	cd tests/tsc && npm ci --no-audit --no-fund --silent

.venv-precommit/.installed: tests/precommit/requirements.lock
	$$(command -v python3.11 || echo python3) -m venv .venv-precommit
	.venv-precommit/bin/pip install --quiet --require-hashes -r tests/precommit/requirements.lock
	touch $@

.venv/.installed: python/requirements.lock
	$$(command -v python3.11 || echo python3) -m venv .venv
	.venv/bin/pip install --quiet --require-hashes -r python/requirements.lock
	touch $@
