package main

import (
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/amd-gaia/gaia-gen/internal/scripttest"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"gaia-gen": main})
}

// TestScript runs the command as its users do: see testdata/script.
func TestScript(t *testing.T) { scripttest.Run(t, nil, "driftcheck") }
