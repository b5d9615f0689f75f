// Command gaia-gen generates TypeScript and Go types from OpenAPI and JSON
// Schema documents.
//
// Exit codes: 0 all is as it should be; 1 findings in the documents, or with
// --check a difference; 2 no verdict, because of the command line, the
// configuration or a document that cannot be read.
package main

import (
	"os"

	"github.com/amd-gaia/gaia-gen/internal/cli"
)

func main() {
	os.Exit(cli.Main("gaia-gen", newCommand, os.Args[1:], os.Stdout, os.Stderr))
}
