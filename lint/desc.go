package lint

import (
	"strings"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/tree"
)

var descCheck = &Check{
	schema: describeSchema, operation: describeOperation, parameter: describeParameter, header: describeHeader,
	response: describeResponse, end: describeEnd,
}

var descRules = []Rule{
	{ID: "desc/field", Title: "a field has no description", Severity: diag.Error, Check: descCheck},
	{ID: "desc/param", Title: "a parameter has no description", Severity: diag.Error, Check: descCheck},
	{ID: "desc/op", Title: "an operation has neither summary nor description", Severity: diag.Error, Check: descCheck},
	{ID: "desc/empty", Title: "a description is empty or blank", Severity: diag.Error, Check: descCheck},
	{ID: "desc/model", Title: "a named schema has no description", Severity: diag.Warning, Check: descCheck},
	{ID: "desc/header", Title: "a header has no description", Severity: diag.Warning, Check: descCheck},
	{ID: "desc/response", Title: "a response has no description", Severity: diag.Warning, Check: descCheck},
	{ID: "desc/placeholder", Title: "a description is a placeholder", Severity: diag.Warning, Check: descCheck},
}

// describeSchema looks at the text of a schema and records fields and models.
func describeSchema(p *pass, s *schema) {
	if s.tests {
		return
	}
	told := false
	if !s.hidden || s.place != placeProperty {
		told = p.badText(s.description, s.unit, "description", s.textKey)
	}
	switch {
	case s.place == placeProperty:
		p.recordField(s, told)
	case s.place == placeRoot && s.label == "" && s.unit.kind == unitSchema:
		if !s.description.OK() && !s.ref.OK() && s.node.Kind() == tree.Object {
			p.models = append(p.models, model{s.node, s.unit})
		}
	}
	if s.place == placeProperty && !told {
		p.repeatedText(s.description, s.label, s.title.Str(), s.unit, s.textKey)
	}
}

func (s *schema) textKey() string { return s.name() }

// badText reports a description that is blank or a placeholder, and returns
// whether it was blank. key is asked only for a finding.
func (p *pass) badText(text tree.Node, u *unit, what string, key func() string) (blank bool) {
	if !text.OK() {
		return false
	}
	switch s := text.Str(); {
	case s == "":
		p.report(fault{rule: "desc/empty", loc: valueLoc(text), message: what + " is empty", key: key(), unit: u, help: "say what it is, or remove the text"})
		return true
	case isBlank(s):
		p.report(fault{rule: "desc/empty", loc: valueLoc(text), message: what + " is blank", key: key(), unit: u, help: "say what it is, or remove the text"})
		return true
	case isPlaceholder(s):
		p.report(fault{rule: "desc/placeholder", loc: valueLoc(text), message: what + " is a placeholder", key: key(), unit: u, help: "say what the value means"})
	}
	return false
}

// placeholders are texts that say that the text is still missing.
var placeholders = []string{
	"todo", "tbd", "tba", "fixme", "xxx", "n/a", "placeholder", "description", "no description", "missing description",
	"add description", "description here", "insert description here", "add description here", "to be defined", "to be done",
	"undocumented", "lorem ipsum", "?", "-", "--", "…", "...",
}

func isPlaceholder(s string) bool {
	const most = 60 // a longer text is one, or begins with a word that says so
	if len(s) > most {
		s = s[:most]
	}
	plain := strings.ToLower(strings.Join(strings.Fields(s), " "))
	if contains(placeholders, plain) {
		return true
	}
	plain = strings.Trim(plain, " .,:;!?<>[](){}*_-")
	for _, start := range []string{"todo:", "tbd:", "fixme:", "todo ", "lorem ipsum "} {
		if strings.HasPrefix(plain, start) {
			return true
		}
	}
	return contains(placeholders, plain)
}

// repeatedText reports a description that says no more than the name or the
// title. A text of one letter may be a real one, such as an axis, unless it is
// the title word for word.
func (p *pass) repeatedText(text tree.Node, name, title string, u *unit, key func() string) {
	s := strings.TrimRight(strings.TrimSpace(text.Str()), ".")
	if s == "" || len(s) > 2*max(len(name), len(title))+10 || isPlaceholder(s) {
		return
	}
	if s != title && (len(s) < 2 || words(s) != words(name) && words(s) != words(title)) {
		return
	}
	p.report(fault{
		rule: "desc/placeholder", loc: valueLoc(text), message: "description repeats the field name/title", key: key(), unit: u,
		help: "say what the name does not: unit, range, where the value comes from, when it is absent",
	})
}

// words returns a spelling as lower-case words: "created_at" and "Created At"
// are the same.
func words(s string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return strings.ContainsRune(" _-.,:'\"`\t\n", r) }), " ")
}

// recordField records the property s.
func (p *pass) recordField(s *schema, told bool) {
	if s.node.Kind() == tree.Bool && !s.node.Bool() {
		return // a property that must be absent
	}
	f := field{node: s.node, unit: s.unit}
	hidden := s.hidden && s.doc.is30()
	own := !isBlank(s.description.Str()) && !hidden
	f.inherited = !own && p.inheritsText(s)
	if !own && !f.inherited {
		told = told || hidden && s.description.OK() && p.on("ref/siblings-ignored")
		f.lack = &lack{name: s.name(), note: fieldNote(s), told: told, loc: keyLoc(s.node)}
	}
	p.recorded = append(p.recorded, f)
}

// inheritsText reports whether the property s is declared again, with a
// description, in another part of the composition that it belongs to.
func (p *pass) inheritsText(s *schema) bool {
	for object := s.up; object != nil; object = object.up {
		if object.allOf.OK() || object.ref.OK() {
			parts, _ := p.parts(object.node)
			for _, m := range declarations(parts, s.label) {
				k := p.readAt(m.node)
				if !isBlank(k.description.Str()) && !(k.hidden && p.documentOf(m.node).is30()) {
					return true
				}
			}
		}
		if object.place != placePart {
			return false
		}
	}
	return false
}

// fieldNote says which text near s is not the field's own.
func fieldNote(s *schema) string {
	if s.node.Kind() == tree.Bool {
		return ": a boolean schema cannot carry one"
	}
	if !isBlank(s.items.Get("description").Str()) {
		return " (only its items do)"
	}
	for _, b := range s.branches().Items() {
		if !isBlank(b.Get("description").Str()) && !isNullSchema(b) {
			word := b.Get("type").Str()
			if word != "" {
				word += " "
			}
			return " (only its " + word + "branch does)"
		}
	}
	return ""
}

func describeOperation(p *pass, op *operation) {
	key := func() string { return op.name }
	blank := p.badText(only(op.node.Get("description"), tree.String), op.unit, "description", key)
	blank = p.badText(only(op.node.Get("summary"), tree.String), op.unit, "summary", key) || blank
	if blank || op.node.Get("description").OK() || op.node.Get("summary").OK() {
		return
	}
	help := "add a summary of one line, or a description"
	if op.doc.pydantic {
		help = "give the route's function a docstring, or the decorator summary=\"…\""
	}
	p.report(fault{
		rule: "desc/op", loc: keyLoc(op.node), message: "operation " + quote(op.name) + " has neither summary nor description",
		key: op.name, unit: op.unit, help: help,
	})
}

func describeParameter(p *pass, x *parameter) {
	text := only(x.node.Get("description"), tree.String)
	key := func() string { return x.key }
	told := p.badText(text, x.unit, "description", key)
	if !told {
		p.repeatedText(text, x.name, x.node.Get("schema").Get("title").Str(), x.unit, key)
	}
	f := field{node: x.node, unit: x.unit, param: true}
	if isBlank(text.Str()) {
		f.lack = &lack{name: x.key, told: told, loc: keyLoc(x.node)}
		if !isBlank(x.node.Get("schema").Get("description").Str()) {
			f.lack.note = " (only its schema does)"
		}
	}
	p.recorded = append(p.recorded, f)
}

func describeHeader(p *pass, x *parameter) {
	text := only(x.node.Get("description"), tree.String)
	if p.badText(text, x.unit, "description", func() string { return x.key }) || text.OK() {
		return
	}
	p.report(fault{
		rule: "desc/header", loc: keyLoc(x.node), message: "header " + quote(x.name) + " has no description", key: x.key, unit: x.unit,
		help: "add a \"description\" to the header",
	})
}

func describeResponse(p *pass, r *response) {
	text := only(r.node.Get("description"), tree.String)
	if p.badText(text, r.unit, "response description", func() string { return r.key }) || text.OK() || !isBlank(r.node.Get("summary").Str()) {
		return
	}
	p.report(fault{
		rule: "desc/response", loc: keyLoc(r.node), message: "response " + quote(r.key) + " has no description", key: r.key, unit: r.unit,
		help: "add a \"description\"; OpenAPI before 3.2 demands one",
	})
}

// describeEnd reports what is not described among what is used.
func describeEnd(p *pass) {
	for i := range p.recorded {
		f := &p.recorded[i]
		if f.lack == nil || f.lack.told || !p.counts(f) {
			continue
		}
		p.reportField(f)
	}
	for _, m := range p.models {
		if m.unit.used {
			p.report(fault{
				rule: "desc/model", loc: keyLoc(m.node), message: "model " + quote(m.unit.name) + " has no description", key: m.unit.name,
				unit: m.unit, help: modelHelp(m.unit.doc),
			})
		}
	}
}

func modelHelp(d *document) string {
	if d.pydantic {
		return "give the class a docstring"
	}
	return "add a \"description\" to the schema"
}

func (p *pass) reportField(f *field) {
	what, help := "field ", "add a \"description\" to the property"
	if f.param {
		what, help = "parameter ", "add a \"description\" to the parameter"
	}
	switch {
	case f.unit.doc.pydantic && f.param:
		help = "describe it in the route's signature: Query(description=\"…\"), Path(…) or Header(…)"
	case f.unit.doc.pydantic:
		help = "describe it in the model: Field(description=\"…\")"
	}
	p.report(fault{rule: f.rule(), loc: f.lack.loc, message: what + quote(f.lack.name) + " has no description" + f.lack.note, key: f.lack.name, unit: f.unit, help: help})
}
