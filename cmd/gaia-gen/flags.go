package main

import (
	"slices"

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

// arguments returns what of the command line makes gaia-gen write what --check compared.
func (o *options) arguments(inputs []string) []string {
	words := slices.Clone(inputs)
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
	flag("--imports", o.imports)
	if o.paths {
		words = append(words, "--paths")
	}
	if o.decode != "" {
		words = append(words, "--decode="+o.decode)
	}
	flag("--capabilities", o.capabilities)
	flag("--requiredness", o.requiredness)
	flag("--root", o.root)
	return words
}
