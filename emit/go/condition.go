package golang

import "strings"

// certainty says whether a test needs to be made.
type certainty uint8

const (
	open certainty = iota
	isTrue
	isFalse
)

// test is a condition that may be known beforehand.
type test struct {
	known certainty
	text  string // the Go expression
	loose bool   // it has to stand in parentheses before &&
}

func truth(holds bool) test {
	if holds {
		return test{known: isTrue, text: "true"}
	}
	return test{known: isFalse, text: "false"}
}

func condition(text string) test { return test{text: text} }

// all returns whether both a and b hold.
func all(a, b test) test {
	switch {
	case a.known == isFalse || b.known == isTrue:
		return a
	case b.known == isFalse || a.known == isTrue:
		return b
	}
	return test{text: a.tight() + " && " + b.tight()}
}

// either returns whether a or b holds.
func either(a, b test) test {
	switch {
	case a.known == isTrue || b.known == isFalse:
		return a
	case b.known == isTrue || a.known == isFalse:
		return b
	}
	return test{text: a.text + " || " + b.text, loose: true}
}

func (t test) tight() string {
	if t.loose {
		return "(" + t.text + ")"
	}
	return t.text
}

// orElse is either with b on a line of its own, depth tabs deep and one more.
func orElse(a, b test, depth int) test {
	out := either(a, b)
	if out.known == open && a.known == open && b.known == open {
		out.text = a.text + " ||\n" + strings.Repeat("\t", depth+1) + strings.ReplaceAll(b.text, "\n", "\n\t")
	}
	return out
}
