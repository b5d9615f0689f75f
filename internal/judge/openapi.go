package judge

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"path"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/source"
	"github.com/amd-gaia/gaia-gen/internal/tree"
)

// openapiJudge judges one OpenAPI document by kin-openapi.
type openapiJudge struct {
	*judge
	root      tree.Node
	version   openapiVersion
	omit      map[tree.Node]bool    // values at fault, reported
	alone     bool                  // references to other files are left out
	followed  bool                  // there were references to other files
	renderBy  map[string]*rendering // by file name
	refsAlike map[string][]tree.Node
}

// run loads and validates the document. The library gives up at what it cannot
// load, so that is reported, left out, and the rest is tried again.
func (j *openapiJudge) run() {
	const attempts = 8
	j.omit = map[tree.Node]bool{}
	j.reportDangling(j.root)
	for range attempts {
		doc, err := j.load()
		if err == nil {
			j.validate(doc)
			return
		}
		if !j.loadFault(err) {
			j.report("openapi/load", diag.Warning, j.root.Get("openapi"), "document does not load, and is not validated: "+firstLine(err.Error()))
			return
		}
	}
	j.report("openapi/unjudged", diag.Info, j.root.Get("openapi"), "document has too many faults of structure to be validated as a whole")
}

// load gives the library a rendering of the document. It can read other
// documents only through j.read.
func (j *openapiJudge) load() (*openapi3.T, error) {
	j.renderBy = map[string]*rendering{}
	l := openapi3.NewLoader()
	l.IncludeOrigin = true
	l.ReadFromURIFunc = func(_ *openapi3.Loader, u *url.URL) ([]byte, error) { return j.read(u) }
	name := j.root.Doc().File().Name
	j.refsAlike = map[string][]tree.Node{}
	text := j.render(name, j.root)
	return l.LoadFromDataWithPath(text, &url.URL{Path: name})
}

// render returns the rendering of a document, and remembers it for positions.
func (j *openapiJudge) render(name string, root tree.Node) []byte {
	r := render(root, j.omit, j.canFollow)
	j.renderBy[name] = r
	return []byte(r.text.String())
}

// read returns another document. The path must stay inside the workspace.
func (j *openapiJudge) read(u *url.URL) ([]byte, error) {
	name := path.Clean(u.Path)
	if u.Scheme != "" || u.Host != "" || path.IsAbs(name) || name == ".." || strings.HasPrefix(name, "../") {
		return nil, fmt.Errorf("%s is outside of the workspace", u)
	}
	if d := j.docs[name]; d != nil {
		return j.render(name, d.Root()), nil
	}
	data, err := j.files(name)
	if err != nil {
		return nil, err
	}
	var ignored diag.List // the reader reports them
	d := tree.Parse(source.New(name, data), tree.Limits{}, &ignored)
	if d == nil {
		return nil, fmt.Errorf("%s is neither JSON nor YAML", name)
	}
	return j.render(name, d.Root()), nil
}

// validate reports what the library finds in a document that it has loaded.
// What it says about values, patterns and fields of later versions is not asked
// for: it cannot read all of them, and is slow.
func (j *openapiJudge) validate(doc *openapi3.T) {
	err := doc.Validate(context.Background(),
		openapi3.EnableMultiError(),
		openapi3.DisableSchemaDefaultsValidation(),
		openapi3.DisableExamplesValidation(),
		openapi3.DisableSchemaPatternValidation(),
		openapi3.AllowExtraSiblingFields("pathItems", "mediaTypes"))
	if err != nil {
		j.findings(err, nil)
	}
}

// findings reports each single error in err. chain has the errors around it.
func (j *openapiJudge) findings(err error, chain []error) {
	if several, ok := err.(openapi3.MultiError); ok {
		for _, e := range several {
			j.findings(e, chain)
		}
		return
	}
	chain = append(chain[:len(chain):len(chain)], err)
	if inner := errors.Unwrap(err); inner != nil {
		j.findings(inner, chain)
		return
	}
	j.finding(chain)
}
