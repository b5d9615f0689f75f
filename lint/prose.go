package lint

import (
	"regexp"
	"strings"

	"github.com/amd-gaia/gaia-gen/internal/tree"
)

// proseCheck finds what a text says and the schema does not.
var proseCheck = &Check{schema: proseSchema, parameter: proseParameter}

func proseSchema(p *pass, s *schema) {
	if s.tests || s.hidden || s.format.OK() || s.enum.OK() || s.types()&^typeNull&^typeString != 0 {
		return
	}
	p.judgeProse(s.node, s.description.Str(), s.unit, s.name)
}

// proseParameter looks at the text of a parameter, unless its schema has one.
func proseParameter(p *pass, x *parameter) {
	schema := x.node.Get("schema")
	if schema.Kind() != tree.Object || !isBlank(schema.Get("description").Str()) {
		return
	}
	p.judgeProse(schema, x.node.Get("description").Str(), x.unit, func() string { return x.key })
}

func (p *pass) judgeProse(n tree.Node, description string, u *unit, name func() string) {
	values := proseValues(description)
	format := proseFormat(description)
	if len(values) == 0 && format == "" || !p.isPlainString(n) {
		return
	}
	if len(values) > 0 {
		help := "list them in \"enum\""
		if u.doc.pydantic {
			help = "type the field as Literal[\"" + strings.Join(values, "\", \"") + "\"]"
		}
		p.report(fault{
			rule: "enum/prose-only", loc: keyLoc(n), message: "only the text of " + quote(name()) + " says that it is one of " + quoted(values), key: name(), unit: u,
			help: help,
		})
		return
	}
	help := "add \"format\": " + quote(format)
	if u.doc.pydantic {
		help = "type the field as " + pythonTypes[format]
	}
	p.report(fault{
		rule: "schema/prose-format", loc: keyLoc(n), message: "only the text of " + quote(name()) + " says that it is a " + format, key: name(), unit: u, help: help,
	})
}

func quoted(values []string) string {
	var list []string
	for _, v := range values {
		list = append(list, quote(v))
	}
	return strings.Join(list, ", ")
}

// isPlainString reports whether n is a string, or null, of which no more is said.
func (p *pass) isPlainString(n tree.Node) bool {
	lit := p.literalsOf(n)
	if lit.closed {
		return false
	}
	parts, _ := p.parts(n)
	types := lit.types
	for i := range parts {
		x := &parts[i]
		if x.format.OK() || x.pattern.OK() || x.ref.OK() || x.media {
			return false
		}
		for _, b := range x.branches().Items() {
			if isNullSchema(b) {
				continue
			}
			inner := p.readAt(b)
			if types != 0 && types != inner.types() || inner.types()&^typeNull != typeString || inner.format.OK() || inner.pattern.OK() || inner.enum.OK() || inner.konst.OK() {
				return false
			}
			types = typeString
		}
	}
	return types == typeString
}

// A word in quotes of any kind, and a list of two or more with a separator
// between them.
const (
	quotedWord = "(?:'[^'\\s]{1,40}'|\"[^\"\\s]{1,40}\"|`[^`\\s]{1,40}`|‘[^’\\s]{1,40}’|“[^”\\s]{1,40}”)"
	separator  = `(?:\s*,\s*(?:or\s+|and\s+)?|\s*[|/]\s*|\s+(?:or|and)\s+)`
)

var (
	quotedList = expression(quotedWord + "(?:" + separator + quotedWord + ")+")
	barList    = expression(`(?:^|[\s(:=])([A-Za-z][\w-]{0,30}(?:\s?\|\s?[A-Za-z][\w-]{0,30}){1,20})(?:$|[\s).,;])`)
	word       = expression(quotedWord)
	closing    = expression(`(?i)(?:\bone of|\beither|\bmust be|\ballowed|\bvalid|\bpossible|\bsupported|\baccepted|\bvalues?|\boptions?|\bchoices?|\benum|\bcan be|\bmay be)\b[^.;]{0,40}$`)
	examples   = expression(`(?i)(?:\be\.g\.?|\bi\.e\.|\bfor example|\bfor instance|\bexamples?:?|\bsuch as|\blike|\bincluding|\bnot|\bexcept|\bother than|\bdefaults? to)\b?[,:]?\s*[^.;]{0,20}$`)
)

// proseValues returns the values that a text says a string has, none if it only
// mentions some.
func proseValues(s string) []string {
	if !strings.ContainsAny(s, "'\"`‘“|") {
		return nil
	}
	for _, at := range quotedList().FindAllStringIndex(s, 4) {
		before, list := s[:at[0]], s[at[0]:at[1]]
		if examples().MatchString(before) || !closing().MatchString(before) && !strings.Contains(list, "|") {
			continue
		}
		return unquoteWords(word().FindAllString(list, -1))
	}
	if m := barList().FindStringSubmatchIndex(s); m != nil && !examples().MatchString(s[:m[2]]) {
		return splitBars(s[m[2]:m[3]])
	}
	return nil
}

func unquoteWords(list []string) []string {
	var out []string
	for _, w := range list {
		out = append(out, strings.Trim(w, "'\"`‘’“”"))
	}
	return out
}

// splitBars splits "allow|deny|always". Words that name types are no values.
func splitBars(s string) []string {
	var out []string
	for _, w := range strings.Split(s, "|") {
		w = strings.TrimSpace(w)
		switch strings.ToLower(w) {
		case "null", "none", "undefined", "string", "str", "int", "integer", "number", "float", "bool", "boolean", "object", "dict", "list", "array", "any":
			return nil
		}
		out = append(out, w)
	}
	return out
}

var proseFormats = []struct {
	format string
	says   *regexp.Regexp
}{
	{"uuid", regexp.MustCompile(`(?i)\b(?:a|an|the|v4|as|random|is|unique)?\s*UUID(?:\s?v?[1-8])?\b`)},
	{"date-time", regexp.MustCompile(`(?i)\b(?:ISO[- ]?8601|RFC[- ]?3339)\b`)},
}

var (
	dateOnly   = expression(`(?i)\b(?:ISO[- ]?8601|RFC[- ]?3339)[- ]?(?:calendar )?date\b(?:[^-/ t]|$| [^ot])`)
	noFormat   = expression(`(?i)\b(?:not|no|without|or|duration|interval|week|list of|comma)\b`)
	nearFormat = 25 // bytes around a mention in which noFormat takes it back
)

// pythonTypes are the annotations that export a format.
var pythonTypes = map[string]string{"uuid": "uuid.UUID", "date-time": "datetime.datetime", "date": "datetime.date"}

// proseFormat returns the format that a text says a string has, "" for none.
func proseFormat(s string) string {
	if !hasAny(s, "UUID", "uuid", "Uuid", "8601", "3339") {
		return ""
	}
	for _, f := range proseFormats {
		at := f.says.FindStringIndex(s)
		if at == nil || noFormat().MatchString(s[max(0, at[0]-nearFormat):min(len(s), at[1]+nearFormat)]) || examples().MatchString(s[:at[0]]) {
			continue
		}
		if f.format == "date-time" && dateOnly().MatchString(s) {
			return "date"
		}
		return f.format
	}
	return ""
}

func hasAny(s string, words ...string) bool {
	for _, w := range words {
		if strings.Contains(s, w) {
			return true
		}
	}
	return false
}
