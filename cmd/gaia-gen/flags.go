package main

import (
	"strings"

	"github.com/amd-gaia/gaia-gen/internal/cli"
	"github.com/amd-gaia/gaia-gen/internal/pipeline"
)

func (o *options) verbosity() cli.Verbosity {
	if o.verbose {
		return cli.AllWarnings
	}
	return cli.FewWarnings
}

func (o *options) conformance() pipeline.Conformance {
	if o.strict {
		return pipeline.CheckConformance
	}
	return pipeline.SkipConformance
}

// command returns the command line that writes what --check compared.
func (o *options) command(inputs []string) string {
	words := append([]string{"gaia-gen"}, inputs...)
	flag := func(name, value string) {
		if value != "" {
			words = append(words, name, value)
		}
	}
	flag("--config", o.Config)
	for _, c := range o.Contracts {
		flag("--contract", c)
	}
	flag("--ts", o.ts)
	flag("--go", o.goDir)
	flag("--go-package", o.goPackage)
	flag("--casing", o.casing)
	if o.decode != "" {
		words = append(words, "--decode="+o.decode)
	}
	flag("--capabilities", o.capabilities)
	flag("--requiredness", o.requiredness)
	flag("--root", o.root)
	return strings.Join(words, " ")
}
