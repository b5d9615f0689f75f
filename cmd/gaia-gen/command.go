package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/amd-gaia/gaia-gen/internal/cli"
	"github.com/amd-gaia/gaia-gen/internal/config"
	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/gate"
	"github.com/amd-gaia/gaia-gen/internal/workspace"
)

// options are the flags of generate.
type options struct {
	cli.Selection
	ts, goDir, goPackage string
	casing, decode       string
	imports              string
	paths                bool
	requiredness         string
	capabilities         string
	root                 string
	check, export        bool
	strict               bool
	verbose              bool
}

func newCommand(stdout, stderr io.Writer) *cobra.Command {
	o := &options{}
	run := func(_ *cobra.Command, inputs []string) error { return generate(o, inputs, stdout, stderr) }
	root := &cobra.Command{
		Use:   "gaia-gen [INPUT…]",
		Short: "Generate TypeScript and Go types from OpenAPI and JSON Schema",
		Long: `gaia-gen reads OpenAPI 3.x and JSON Schema documents and writes TypeScript and
Go types. Without INPUT it does what the nearest gaia-gen.yaml says; with INPUT
and --ts or --go it needs no configuration.`,
		Example: `  gaia-gen
  gaia-gen --check
  gaia-gen openapi.json --ts src/api --go internal/api --go-package api`,
		Args: cobra.ArbitraryArgs,
		RunE: run,
	}
	o.register(root)
	sub := &cobra.Command{
		Use:   "generate [INPUT…]",
		Short: "Read, check and write the targets (the default command)",
		Args:  cobra.ArbitraryArgs,
		RunE:  run,
	}
	o.register(sub)
	root.AddCommand(sub, lintCommand(stdout, stderr), explainCommand(stdout), initCommand(stdout), cli.VersionCommand("gaia-gen", stdout))
	return root
}

func (o *options) register(c *cobra.Command) {
	o.Selection.Register(c)
	f := c.Flags()
	f.StringVar(&o.ts, "ts", "", "write TypeScript for INPUT to `DIR`")
	f.StringVar(&o.goDir, "go", "", "write Go for INPUT to `DIR`")
	f.StringVar(&o.goPackage, "go-package", "", "`NAME` of the Go package (default: the directory's)")
	f.StringVar(&o.casing, "casing", "", "how TypeScript spells members: wire or camel, which adds decoders and encoders that translate")
	f.BoolVar(&o.paths, "paths", false, "also write paths.ts: the operations by path and method, in the shape that openapi-fetch takes")
	f.StringVar(&o.imports, "imports", "", "how TypeScript files import each other: js (./types.js), ts (./types.ts) or none (./types)")
	f.StringVar(&o.decode, "decode", "", "which types get decoders: false, true or strict (refuse what the schema refuses); tagged unions when not given")
	f.Lookup("decode").NoOptDefVal = "true"
	f.StringVar(&o.capabilities, "capabilities", "", "capabilities document `FILE` that goes with INPUT")
	f.StringVar(&o.requiredness, "requiredness", "", "how a model that travels both ways reads fields with a default: split, request or response")
	f.StringVar(&o.root, "root", "", "`DIR` that INPUT and its references must stay below")
	f.BoolVar(&o.check, "check", false, "write nothing; exit 1 when something would change")
	f.BoolVar(&o.export, "export", false, "first run the exporters of gaia-gen.yaml, and write their documents too")
	f.BoolVar(&o.strict, "strict", false, "also hold the documents against their specifications")
	f.BoolVarP(&o.verbose, "verbose", "v", false, "print every warning")
}

// generate is one run of the command.
func generate(o *options, inputs []string, stdout, stderr io.Writer) error {
	if o.check && o.export {
		return errors.New("--check and --export: driftcheck --export compares what the exporters write, and writes nothing")
	}
	diags := &diag.List{}
	w, err := o.open(inputs, diags)
	if err != nil {
		return err
	}
	if w == nil {
		return cli.Report(diags, o.verbosity(), stderr)
	}
	defer w.Close()
	if o.check || o.export {
		return o.gate(w, inputs, diags, stdout, stderr)
	}
	if refuseVersion(w, diags); diags.HasErrors() {
		return cli.Report(diags, o.verbosity(), stderr)
	}
	results, err := w.Generate(o.conformance(), diags)
	if err != nil {
		return err
	}
	if err := cli.Report(diags, o.verbosity(), stderr); err != nil {
		return err
	}
	found, err := w.Compare(results, gate.Former(context.Background(), w))
	if err != nil {
		return err
	}
	if err := cli.RefuseForeign(found); err != nil {
		return err
	}
	if err := w.Write("", found); err != nil {
		return err
	}
	cli.Summary(w, results, found, stdout)
	return nil
}

// open returns the workspace that the flags and arguments describe.
func (o *options) open(inputs []string, diags *diag.List) (*workspace.Workspace, error) {
	if err := o.checkDecode(inputs); err != nil {
		return nil, err
	}
	if len(inputs) == 0 {
		if o.adHoc() {
			return nil, errors.New("--ts, --go and their companions need an INPUT; without one the configuration decides")
		}
		return workspace.Open(workspace.View{}, o.Config, o.Contracts, diags)
	}
	c := config.Contract{Name: contractName(inputs), Inputs: inputs, Capabilities: o.capabilities, Requiredness: o.requiredness}
	switch o.requiredness {
	case "", "split", "request", "response":
	default:
		return nil, fmt.Errorf("--requiredness %q is not one of split, request, response", o.requiredness)
	}
	if err := o.checkCodecs(); err != nil {
		return nil, err
	}
	if o.Config != "" || len(o.Contracts) > 0 {
		return nil, errors.New("INPUT does not go with --config or --contract")
	}
	if o.ts == "" && o.goDir == "" {
		return nil, errors.New("INPUT needs --ts DIR, --go DIR or both")
	}
	if o.ts != "" {
		c.TypeScript = &config.Target{Out: filepath.ToSlash(o.ts), Casing: o.casing, Decode: o.decode, Imports: o.imports, Paths: o.paths}
	}
	if o.goDir != "" {
		pkg, err := o.packageName()
		if err != nil {
			return nil, err
		}
		c.Go = &config.Target{Out: filepath.ToSlash(o.goDir), Package: pkg, Decode: o.decode}
	}
	return workspace.AdHoc(c, o.root, diags)
}

// adHoc reports whether a flag is set that only makes sense with INPUT.
func (o *options) adHoc() bool {
	return o.paths || o.ts+o.goDir+o.goPackage+o.casing+o.imports+o.decode+o.capabilities+o.requiredness+o.root != ""
}

// checkDecode refuses the value of --decode where it was meant to be and is read
// as an input: the flag may stand without a value, so that one needs the sign.
func (o *options) checkDecode(inputs []string) error {
	for _, word := range []string{"strict", "true", "false"} {
		if o.decode == "true" && slices.Contains(inputs, word) {
			return fmt.Errorf("--decode %s: write --decode=%s", word, word)
		}
	}
	return nil
}

// checkCodecs refuses values of --casing and --decode that are not known, and
// those that do not go together.
func (o *options) checkCodecs() error {
	switch o.casing {
	case "", "wire", "camel":
	default:
		return fmt.Errorf("--casing %q is not one of wire, camel", o.casing)
	}
	switch o.decode {
	case "", "true", "false", "strict":
	default:
		return fmt.Errorf("--decode %q is not one of false, true, strict", o.decode)
	}
	switch o.imports {
	case "", "js", "ts", "none":
	default:
		return fmt.Errorf("--imports %q is not one of js, ts, none", o.imports)
	}
	switch {
	case o.paths && o.ts == "":
		return errors.New("--paths needs --ts DIR: it is about TypeScript")
	case o.paths && o.casing == "camel":
		return errors.New("--paths does not go with --casing camel: it is about what is on the wire")
	case o.imports != "" && o.ts == "":
		return errors.New("--imports needs --ts DIR: it is about TypeScript")
	case o.casing != "" && o.ts == "":
		return errors.New("--casing needs --ts DIR: it is about TypeScript")
	case o.casing == "camel" && o.decode == "false":
		return errors.New("--decode=false does not go with --casing camel, whose decoders and encoders translate")
	case o.decode == "false" && o.ts == "":
		return errors.New("--decode=false needs --ts DIR: Go always has decoders")
	}
	return nil
}

func (o *options) packageName() (string, error) {
	if o.goPackage != "" {
		if config.PackageName(o.goPackage) != o.goPackage {
			return "", fmt.Errorf("--go-package %q is not a Go package name", o.goPackage)
		}
		return o.goPackage, nil
	}
	base := filepath.Base(o.goDir)
	if name := config.PackageName(base); name != "" {
		return name, nil
	}
	return "", fmt.Errorf("%q is not a Go package name; add --go-package NAME", base)
}

// contractName is what the report calls inputs.
func contractName(inputs []string) string {
	if len(inputs) == 1 {
		return filepath.Base(inputs[0])
	}
	return fmt.Sprintf("%s and %d more", filepath.Base(inputs[0]), len(inputs)-1)
}
