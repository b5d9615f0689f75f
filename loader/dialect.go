package loader

import "strings"

// dialect is one edition of the schema language. Values are bits, so that a
// keyword's row can name a set of them.
type dialect uint16

// The dialects, oldest first within each family.
const (
	draft4 dialect = 1 << iota
	draft6
	draft7
	draft2019
	draft2020
	oas30
	oas31
	oas32
)

// Sets of dialects that rows of the keyword table use.
const (
	allDrafts  = draft4 | draft6 | draft7 | draft2019 | draft2020
	modernOAS  = oas31 | oas32
	allOAS     = oas30 | modernOAS
	everywhere = allDrafts | allOAS
	from6      = draft6 | draft7 | draft2019 | draft2020 | modernOAS
	from7      = draft7 | draft2019 | draft2020 | modernOAS
	from2019   = draft2019 | draft2020 | modernOAS
	from2020   = draft2020 | modernOAS
	upTo7      = draft4 | draft6 | draft7
	upTo2019   = upTo7 | draft2019
)

// String returns the dialect's name in messages.
func (d dialect) String() string {
	for _, n := range dialectNames {
		if n.dialect == d {
			return n.title
		}
	}
	return "an unknown dialect"
}

// dialectNames lists each dialect with the name in messages, the names that
// Options.Dialect accepts, and the address in $schema without scheme.
var dialectNames = []struct {
	dialect dialect
	title   string
	short   []string
	address string
}{
	{draft4, "JSON Schema draft-04", []string{"draft-04", "draft4", "4"}, "json-schema.org/draft-04/schema"},
	{draft6, "JSON Schema draft-06", []string{"draft-06", "draft6", "6"}, "json-schema.org/draft-06/schema"},
	{draft7, "JSON Schema draft-07", []string{"draft-07", "draft7", "7"}, "json-schema.org/draft-07/schema"},
	{draft2019, "JSON Schema 2019-09", []string{"2019-09", "draft2019-09"}, "json-schema.org/draft/2019-09/schema"},
	{draft2020, "JSON Schema 2020-12", []string{"2020-12", "draft2020-12"}, "json-schema.org/draft/2020-12/schema"},
	{oas30, "OpenAPI 3.0", []string{"openapi-3.0"}, ""},
	{oas31, "OpenAPI 3.1", []string{"openapi-3.1"}, "spec.openapis.org/oas/3.1/dialect/base"},
	{oas32, "OpenAPI 3.2", []string{"openapi-3.2"}, "spec.openapis.org/oas/3.2/dialect/base"},
}

// dialectOf returns the dialect that a short name or a $schema address names.
func dialectOf(name string) (dialect, bool) {
	address := strings.TrimSuffix(name, "#")
	for _, scheme := range []string{"http://", "https://"} {
		address = strings.TrimPrefix(address, scheme)
	}
	for _, n := range dialectNames {
		if n.address != "" && n.address == address {
			return n.dialect, true
		}
		for _, s := range n.short {
			if s == name {
				return n.dialect, true
			}
		}
	}
	return 0, false
}

// isMetaSchema reports whether uri addresses a published meta-schema, which is
// never read.
func isMetaSchema(uri string) bool {
	if _, ok := dialectOf(uri); ok {
		return true
	}
	_, rest, _ := strings.Cut(uri, "://")
	return strings.HasPrefix(rest, "json-schema.org/") || strings.HasPrefix(rest, "spec.openapis.org/oas/")
}

// ignoresSiblings reports whether keywords beside $ref have no meaning.
func (d dialect) ignoresSiblings() bool { return d&(upTo7|oas30) != 0 }
