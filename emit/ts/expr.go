package ts

import "strings"

// exprKind says how an expr prints and breaks.
type exprKind uint8

const (
	refExpr     exprKind = iota // a name or a keyword: text
	textExpr                    // any other unbreakable text: a literal, a typeof
	unionExpr                   // kids
	arrayExpr                   // kids[0]
	tupleExpr                   // kids
	optExpr                     // kids[0] as an optional tuple element
	restExpr                    // kids[0] as the rest of a tuple: an array's element
	membersExpr                 // kids, each behind its key: an object or a mapped type
)

// expr is a type expression: flat or broken over lines by layout.
type expr struct {
	kind exprKind
	text string
	kids []expr
	keys []string // of membersExpr: as printed before the colon
}

var (
	anyExpr   = ref("unknown")
	neverExpr = ref("never")
	nullExpr  = ref("null")
)

func ref(name string) expr    { return expr{kind: refExpr, text: name} }
func text(source string) expr { return expr{kind: textExpr, text: source} }

// index returns an object type with one index signature.
func index(key string, elem expr) expr {
	return expr{kind: membersExpr, keys: []string{"[key: " + key + "]"}, kids: []expr{elem}}
}

func (e expr) is(keyword string) bool { return e.kind == refExpr && e.text == keyword }

// union joins es: nested unions are flattened, repeated members dropped, never
// is left out and unknown takes everything. Null goes last.
func union(es ...expr) expr {
	seen := map[string]bool{}
	var kids []expr
	null := false
	var add func(e expr) bool
	add = func(e expr) bool {
		switch {
		case e.is("unknown"):
			return false
		case e.is("never"):
			return true
		case e.is("null"):
			null = true
			return true
		case e.kind == unionExpr:
			for _, k := range e.kids {
				if !add(k) {
					return false
				}
			}
			return true
		}
		if s := e.flat(); !seen[s] {
			seen[s] = true
			kids = append(kids, e)
		}
		return true
	}
	for _, e := range es {
		if !add(e) {
			return anyExpr
		}
	}
	if null {
		kids = append(kids, nullExpr)
	}
	switch len(kids) {
	case 0:
		return neverExpr
	case 1:
		return kids[0]
	}
	return expr{kind: unionExpr, kids: kids}
}

// orNull is union(e, null) without its cost for the common case.
func orNull(e expr) expr {
	if e.kind == refExpr && e.text != "unknown" && e.text != "never" && e.text != "null" {
		return expr{kind: unionExpr, kids: []expr{e, nullExpr}}
	}
	return union(e, nullExpr)
}

// flat returns e on one line.
func (e expr) flat() string {
	if e.kind <= textExpr {
		return e.text
	}
	var b strings.Builder
	e.write(&b)
	return b.String()
}

func (e expr) write(b *strings.Builder) {
	switch e.kind {
	case refExpr, textExpr:
		b.WriteString(e.text)
	case unionExpr:
		e.writeKids(b, " | ")
	case arrayExpr:
		e.kids[0].writeOperand(b)
		b.WriteString("[]")
	case optExpr:
		e.kids[0].writeOperand(b)
		b.WriteByte('?')
	case restExpr:
		b.WriteString("...")
		e.kids[0].writeOperand(b)
		b.WriteString("[]")
	case tupleExpr:
		b.WriteByte('[')
		e.writeKids(b, ", ")
		b.WriteByte(']')
	case membersExpr:
		b.WriteString("{ ")
		for i, k := range e.kids {
			if i > 0 {
				b.WriteString("; ")
			}
			b.WriteString(e.keys[i])
			b.WriteString(": ")
			k.write(b)
		}
		b.WriteString(" }")
	default:
		panic("ts: unhandled expression kind")
	}
}

func (e expr) writeKids(b *strings.Builder, between string) {
	for i, k := range e.kids {
		if i > 0 {
			b.WriteString(between)
		}
		k.write(b)
	}
}

// writeOperand writes e where an operator binds tighter than a union does.
func (e expr) writeOperand(b *strings.Builder) {
	if e.kind != unionExpr {
		e.write(b)
		return
	}
	b.WriteByte('(')
	e.write(b)
	b.WriteByte(')')
}
