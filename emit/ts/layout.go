package ts

import (
	"strings"
	"unicode/utf8"

	"github.com/amd-gaia/gaia-gen/emit"
)

// width is the column that prettier breaks at by default.
const width = 80

// newPrinter returns a printer that has written the header of a generated file.
func newPrinter() *emit.Printer {
	p := &emit.Printer{Unit: "  "}
	p.P("// ", emit.Header)
	return p
}

// fits reports whether the parts fit on one line at the printer's indentation.
func fits(p *emit.Printer, parts ...string) bool {
	n := 2 * p.Indent()
	for _, s := range parts {
		if len(s) > 4*width { // no rune has more bytes
			return false
		}
		n += columns(s)
	}
	return n <= width
}

// columns counts what prettier counts: one per code point, two for a wide one.
func columns(s string) int {
	n := utf8.RuneCountInString(s)
	if n == len(s) {
		return n
	}
	for _, r := range s {
		if wide(r) {
			n++
		}
	}
	return n
}

func wide(r rune) bool {
	return r >= 0x1100 && (r <= 0x115F || r >= 0x2E80 && r <= 0xA4CF || r >= 0xAC00 && r <= 0xD7A3 ||
		r >= 0xF900 && r <= 0xFAFF || r >= 0xFE30 && r <= 0xFE6F || r >= 0xFF00 && r <= 0xFF60 ||
		r >= 0xFFE0 && r <= 0xFFE6 || r >= 0x1F300 && r <= 0x1FAFF || r >= 0x20000 && r <= 0x3FFFD)
}

// typed prints before, e and after on one line, or broken as prettier breaks it.
func typed(p *emit.Printer, before string, e expr, after string) {
	flat := e.flat()
	if fits(p, before, flat, after) {
		p.P(before, flat, after)
		return
	}
	if lhs, ok := strings.CutSuffix(before, " = "); ok && !fits(p, before, "{") && fits(p, "  ", flat, after) {
		p.P(lhs, " =")
		p.In(func() { p.P(flat, after) })
		return
	}
	broken(p, before, e, after)
}

func broken(p *emit.Printer, before string, e expr, after string) {
	switch e.kind {
	case refExpr, textExpr:
		unbroken(p, before, e.text, after)
	case unionExpr:
		brokenUnion(p, before, e, after)
	case arrayExpr:
		brokenOperand(p, before, e.kids[0], "[]"+after)
	case optExpr:
		brokenOperand(p, before, e.kids[0], "?"+after)
	case restExpr:
		brokenOperand(p, before+"...", e.kids[0], "[]"+after)
	case tupleExpr:
		p.P(before, "[")
		p.In(func() {
			for _, k := range e.kids {
				typed(p, "", k, ",")
			}
		})
		p.P("]", after)
	case membersExpr:
		p.P(before, "{")
		p.In(func() {
			for i, k := range e.kids {
				typed(p, e.keys[i]+": ", k, ";")
			}
		})
		p.P("}", after)
	default:
		panic("ts: unhandled expression kind")
	}
}

// unbroken prints text that has no place to break: after an equals sign on the
// next line, after the bracket of an index signature inside the bracket.
func unbroken(p *emit.Printer, before, text, after string) {
	if lhs, ok := strings.CutSuffix(before, " = "); ok {
		p.P(lhs, " =")
		p.In(func() { p.P(text, after) })
		return
	}
	if key, ok := strings.CutSuffix(before, "]: "); ok && strings.HasPrefix(key, "[key: ") {
		p.P("[")
		p.In(func() { p.P(key[1:]) })
		p.P("]: ", text, after)
		return
	}
	p.P(before, text, after)
}

func brokenUnion(p *emit.Printer, before string, e expr, after string) {
	if hugs(e) {
		if e.kids[0].kind == refExpr {
			unbroken(p, before, e.flat(), after)
			return
		}
		broken(p, before, e.kids[0], " | null"+after)
		return
	}
	switch {
	case before == "":
		printArms(p, e.kids, after)
	case strings.HasSuffix(before, " = ") && !fits(p, before):
		// Prettier breaks after the equals sign, and in the union once more.
		p.P(strings.TrimRight(before, " "))
		p.P()
		deeper(p, 2, func() { printArms(p, e.kids, after) })
	default:
		p.P(strings.TrimRight(before, " "))
		p.In(func() { printArms(p, e.kids, after) })
	}
}

// hugs reports whether a union is one name or object type with null, which
// prettier does not spread over lines.
func hugs(e expr) bool {
	if len(e.kids) != 2 || !e.kids[1].is("null") {
		return false
	}
	k := e.kids[0]
	return k.kind == refExpr || k.kind == membersExpr && !strings.HasPrefix(k.keys[0], "[key in ")
}

// printArms prints one union member per line; a member that breaks is indented
// behind its bar.
func printArms(p *emit.Printer, kids []expr, after string) {
	for i, k := range kids {
		end := ""
		if i == len(kids)-1 {
			end = after
		}
		printArm(p, k, end)
	}
}

func printArm(p *emit.Printer, k expr, after string) {
	flat := k.flat()
	if k.kind <= textExpr || fits(p, "| ", flat, after) {
		p.P("| ", flat, after)
		return
	}
	inner := &emit.Printer{Unit: "  "}
	deeper(inner, p.Indent()+1, func() { broken(inner, "", k, after) })
	lines := strings.Split(strings.TrimSuffix(inner.String(), "\n"), "\n")
	p.P("| ", strings.TrimLeft(lines[0], " "))
	p.In(func() {
		cut := 2 * p.Indent()
		for _, line := range lines[1:] {
			p.P(line[cut:])
		}
	})
}

// deeper runs body n indentation steps deeper.
func deeper(p *emit.Printer, n int, body func()) {
	if n == 0 {
		body()
		return
	}
	p.In(func() { deeper(p, n-1, body) })
}

// brokenOperand prints e before an operator that binds tighter than a union.
func brokenOperand(p *emit.Printer, before string, e expr, after string) {
	if e.kind != unionExpr {
		broken(p, before, e, after)
		return
	}
	if hugs(e) {
		broken(p, before+"(", e, ")"+after)
		return
	}
	p.P(before, "(")
	p.In(func() { printArms(p, e.kids, "") })
	p.P(")", after)
}

// call prints before(args)after, the arguments one per line when they do not
// fit on one.
func call(p *emit.Printer, before string, args []string, after string) {
	flat := strings.Join(args, ", ")
	if fits(p, before, "(", flat, ")", after) {
		p.P(before, "(", flat, ")", after)
		return
	}
	p.P(before, "(")
	p.In(func() {
		for _, a := range args {
			p.P(a, ",")
		}
	})
	p.P(")", after)
}

// assigned prints "lhs = function(arg);". If that is too long, prettier breaks
// after the equals sign when the argument is short or the beginning of the call
// does not fit, else inside the call.
func assigned(p *emit.Printer, lhs, function, arg string) {
	const short = width / 4
	before := lhs + " = " + function
	if fits(p, before, "(", arg, ");") || fits(p, before, "(") && columns(arg) > short {
		call(p, before, []string{arg}, ";")
		return
	}
	p.P(lhs, " =")
	p.In(func() { call(p, function, []string{arg}, ";") })
}

// list prints before[items]after: on one line when it fits, numbers filled into
// lines, anything else one item per line.
func list(p *emit.Printer, before string, items []string, after string) {
	flat := strings.Join(items, ", ")
	if fits(p, before, "[", flat, "]", after) {
		p.P(before, "[", flat, "]", after)
		return
	}
	if lhs, ok := strings.CutSuffix(before, " = "); ok && !fits(p, before, "[") {
		p.P(lhs, " =")
		p.In(func() { list(p, "", items, after) })
		return
	}
	p.P(before, "[")
	p.In(func() {
		if len(items) > 1 && allNumbers(items) {
			fill(p, items)
			return
		}
		for _, item := range items {
			p.P(item, ",")
		}
	})
	p.P("]", after)
}

// array prints a constant array. An empty one says the type of its elements,
// which tsc cannot tell.
func array(p *emit.Printer, name, elem string, items []string) {
	if len(items) == 0 {
		p.P("const ", name, ": ", elem, "[] = [];")
		return
	}
	list(p, "const "+name+" = ", items, ";")
}

func allNumbers(items []string) bool {
	for _, s := range items {
		if c := s[0]; c != '-' && (c < '0' || c > '9') {
			return false
		}
	}
	return true
}

func fill(p *emit.Printer, items []string) {
	line := items[0] + ","
	for _, item := range items[1:] {
		if next := line + " " + item + ","; fits(p, next) {
			line = next
			continue
		}
		p.P(line)
		line = item + ","
	}
	p.P(line)
}
