package loader

import (
	"strings"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/ir"
	"github.com/amd-gaia/gaia-gen/internal/tree"
)

// facts is one schema object taken apart by the keyword table.
type facts struct {
	kw          [kwLast]tree.Node
	constraints int    // how many keywords limit values and can be expressed
	groups      uint16 // a bit for each group present
}

func (f *facts) has(s slot) bool { return f.kw[s].OK() }

func (f *facts) hasGroup(g group) bool { return f.groups&(1<<g) != 0 }

// evaluatedElsewhere reports whether something other than the plain keywords may
// evaluate members or items, which unevaluatedProperties and unevaluatedItems
// then leave alone.
func (f *facts) evaluatedElsewhere() bool {
	return f.hasGroup(groupCompose) || f.hasGroup(groupReference) || f.hasGroup(groupBeside)
}

// is reports whether the keyword is present with the value true.
func (f *facts) is(s slot) bool { return f.kw[s].Kind() == tree.Bool && f.kw[s].Bool() }

// number returns the text of a keyword that is a number, "" if it is not.
func (f *facts) number(s slot) string {
	if f.kw[s].Kind() != tree.Number {
		return ""
	}
	return f.kw[s].Raw()
}

// text returns the text of a keyword that is a string.
func (f *facts) text(s slot) string { return f.kw[s].Str() }

// read takes the schema object at s apart and reports what it cannot use.
func (l *loader) read(f *facts, s site) {
	d := s.dialect()
	bare := false
	if d.ignoresSiblings() {
		bare = s.node.Get("$ref").Kind() == tree.String
	}
	for key, value := range s.node.Members() { // a repeated key, reported by the reader, overwrites
		i, ok := keywordIndex[key.Str()]
		if !ok {
			l.unknownKeyword(s, key)
			continue
		}
		k := &keywords[i]
		if k.value != isAnything && !k.value.has(value.Kind()) {
			l.out.Errorf("schema/keyword-value", s.member(k.name, value).loc(), "%q is %s; it must be %s", k.name, kindPhrase(value.Kind()), k.value)
			continue
		}
		if k.filled && isBlank(value.Str()) {
			l.out.Errorf("schema/keyword-value", s.member(k.name, value).loc(), "%q is empty", k.name)
			continue
		}
		if bare && !keepsBesideRef(k) {
			l.siblingIgnored(s, k, key)
			continue
		}
		l.checkDialect(s, k, key, value)
		if k.unexpressed() && k.slot == slotNone {
			l.notExpressed(s, k, key, value)
		}
		f.take(k, value)
	}
}

// take records the keyword.
func (f *facts) take(k *keyword, value tree.Node) {
	f.groups |= 1 << k.group
	if k.slot == slotNone {
		return
	}
	f.kw[k.slot] = value
	if k.group >= groupReference && k.group <= groupCompose {
		f.constraints++
	}
}

// keepsBesideRef reports whether a keyword keeps its meaning beside $ref where
// the dialect ignores siblings: text and identity cannot change what is allowed.
func keepsBesideRef(k *keyword) bool {
	switch k.slot {
	case kwRef, kwTitle, kwDescription, kwDeprecated, kwExample, kwExamples:
		return true
	}
	return k.group == groupIdentity && k.slot != kwNullable || k.group == groupIgnored
}

func (l *loader) siblingIgnored(s site, k *keyword, key tree.Node) {
	if k.group == groupAnnotation {
		return
	}
	l.out.Add(diag.Diagnostic{
		Rule: "ref/siblings-ignored", Severity: diag.Warning, Loc: keyLoc(s, key),
		Message: quote(k.name) + " beside \"$ref\" has no effect in " + s.dialect().String(),
		Help:    "wrap the reference: \"allOf\": [{\"$ref\": …}]",
	})
}

// checkDialect warns of a keyword that the document's dialect does not define.
func (l *loader) checkDialect(s site, k *keyword, key, value tree.Node) {
	d := s.dialect()
	if k.dialects&d != 0 && !oddForm(k, d, value) {
		return
	}
	if k.lenient&d != 0 && !oddForm(k, d, value) {
		return
	}
	effect := "it is honoured all the same"
	if k.unexpressed() {
		effect = "it is not expressed"
	}
	what := quote(k.name) + " is no keyword of "
	if k.dialects&d != 0 {
		what = "this form of " + quote(k.name) + " is none of "
	}
	l.out.Warnf("schema/keyword-dialect", keyLoc(s, key), "%s%s; %s", what, d, effect)
}

// oddForm reports whether the value has a form that another dialect defines.
func oddForm(k *keyword, d dialect, value tree.Node) bool {
	switch k.slot {
	case kwExclusiveMinimum, kwExclusiveMaximum:
		return (value.Kind() == tree.Bool) != (d&(draft4|oas30) != 0)
	case kwType:
		return value.Kind() == tree.Array && d == oas30
	case kwItems:
		return value.Kind() == tree.Array && d&(from2020|oas30) != 0
	case kwRequired:
		return value.Kind() == tree.Bool
	}
	return false
}

// notExpressed reports a keyword whose limits no generated type carries.
func (l *loader) notExpressed(s site, k *keyword, key, value tree.Node) {
	l.out.Warnf("schema/not-expressed", keyLoc(s, key), "%s: %s by the generated types", k.name, k.lost)
}

func (l *loader) notExpressedSlot(s site, sl slot) {
	for i := range keywords {
		k := &keywords[i]
		if k.slot == sl && k.unexpressed() {
			v := s.node.Get(k.name)
			l.notExpressed(s, k, v.Key(), v)
		}
	}
}

// unknownKeyword reports a member that is no keyword. Extensions are silent
// here: see surveyor for ours.
func (l *loader) unknownKeyword(s site, key tree.Node) {
	name := key.Str()
	if strings.HasPrefix(name, "x-") || claimsOurs(name) {
		return
	}
	l.out.Add(diag.Diagnostic{
		Rule: "schema/unknown-keyword", Severity: diag.Warning, Loc: keyLoc(s, key),
		Message: quote(name) + " is not a schema keyword; it is ignored",
		Help:    didYouMean(name, keywordNames()),
	})
}

func keywordNames() []string {
	names := make([]string, len(keywords))
	for i, k := range keywords {
		names[i] = k.name
	}
	return names
}

// docOf returns the text of the schema.
func docOf(f *facts) ir.Doc {
	d := ir.Doc{
		Title:       f.text(kwTitle),
		Description: newlines(f.text(kwDescription)),
		Deprecated:  f.is(kwDeprecated),
	}
	if f.has(kwExample) {
		d.Examples = append(d.Examples, value(f.kw[kwExample]))
	}
	for _, x := range f.kw[kwExamples].Items() {
		d.Examples = append(d.Examples, value(x))
	}
	return d
}

// value returns n as a literal of the model.
func value(n tree.Node) ir.Value { return ir.Value{JSON: n.JSON()} }

// newlines turns CRLF into LF.
func newlines(s string) string {
	if !strings.Contains(s, "\r") {
		return s
	}
	return strings.ReplaceAll(s, "\r\n", "\n")
}

// isEmptyDoc reports whether d says nothing.
func isEmptyDoc(d ir.Doc) bool {
	return d.Title == "" && d.Description == "" && !d.Deprecated && len(d.Examples) == 0
}

// joinDoc returns outer with what inner adds: its title and examples if outer
// has none, its description as a further paragraph.
func joinDoc(outer, inner ir.Doc) ir.Doc {
	if outer.Title == "" {
		outer.Title = inner.Title
	}
	outer.Description = joinText(outer.Description, inner.Description)
	outer.Deprecated = outer.Deprecated || inner.Deprecated
	if len(outer.Examples) == 0 {
		outer.Examples = inner.Examples
	}
	return outer
}

func joinText(a, b string) string {
	switch {
	case b == "" || a == b:
		return a
	case a == "":
		return b
	default:
		return a + "\n\n" + b
	}
}
