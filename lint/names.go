package lint

import (
	"hash/maphash"
	"strings"
	"unicode"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/tree"
)

var namingCheck = &Check{schema: namingSchema}

var namingRules = []Rule{
	{ID: "naming/field-collision", Title: "two properties give the same field name", Severity: diag.Error, Check: namingCheck},
	{ID: "naming/mixed-case", Title: "an object mixes snake_case and camelCase", Severity: diag.Warning, Check: namingCheck},
}

// namingSchema looks at the names of the properties of one object.
func namingSchema(p *pass, s *schema) {
	if s.properties.Len() < 2 || s.tests {
		return
	}
	collided := p.judgeFieldNames(s)
	p.judgeCase(s, collided)
}

// judgeFieldNames reports properties whose names in generated code would be one,
// and returns the second of each two.
func (p *pass) judgeFieldNames(s *schema) map[tree.Node]bool {
	var collided map[tree.Node]bool
	first := make(map[uint64]tree.Node, s.properties.Len())
	for key := range s.properties.Members() {
		// Few names fold to the same letters, so that the rest needs no closer look.
		h := p.fold(key.Str())
		other, taken := first[h]
		if !taken {
			first[h] = key
			continue
		}
		id := identifier(key.Str())
		if other.Str() == key.Str() || identifier(other.Str()) != id {
			continue
		}
		if collided == nil {
			collided = map[tree.Node]bool{}
		}
		collided[key] = true
		p.report(fault{
			rule: "naming/field-collision", loc: key.Loc(), message: quote(other.Str()) + " and " + quote(key.Str()) + " both give the Go field " + id,
			key: s.name() + "." + key.Str(), unit: s.unit, related: []diag.Related{{Message: "the other one is here", Loc: other.Loc()}},
			help: "rename one of the two",
		})
	}
	return collided
}

// fold hashes the letters and digits of s in lower case.
func (p *pass) fold(s string) uint64 {
	var h maphash.Hash
	h.SetSeed(p.seed)
	for _, r := range s {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			r = unicode.ToLower(r)
			h.WriteByte(byte(r))
			h.WriteByte(byte(r >> 8))
		}
	}
	return h.Sum64()
}

// style is how the words of a name are joined.
type style uint8

const (
	plain style = iota // one word, or another way
	snake
	camel
)

func styleOf(name string) style {
	lower, inner := false, false
	for i, r := range name {
		lower = lower || unicode.IsLower(r)
		inner = inner || i > 0 && unicode.IsUpper(r)
	}
	trimmed := strings.Trim(name, "_")
	switch {
	case !lower || strings.ContainsAny(name, "-. :/$@"):
		return plain
	case strings.Contains(trimmed, "_") && !inner:
		return snake
	case inner && !strings.Contains(trimmed, "_") && unicode.IsLower([]rune(trimmed)[0]):
		return camel
	}
	return plain
}

// judgeCase reports the names of one object that are not in the style of most,
// of the first when there are as many of each.
func (p *pass) judgeCase(s *schema, collided map[tree.Node]bool) {
	var counts [3]int
	first := plain
	for key := range s.properties.Members() {
		st := styleOf(key.Str())
		counts[st]++
		if first == plain {
			first = st
		}
	}
	if counts[snake] == 0 || counts[camel] == 0 {
		return
	}
	usual := first
	if counts[snake] != counts[camel] {
		usual = snake
		if counts[camel] > counts[snake] {
			usual = camel
		}
	}
	for key := range s.properties.Members() {
		if st := styleOf(key.Str()); st == plain || st == usual || collided[key] {
			continue
		}
		p.report(fault{
			rule: "naming/mixed-case", loc: key.Loc(), message: quote(key.Str()) + " is " + styleName(styleOf(key.Str())) + " among names in " + styleName(usual),
			key: s.name() + "." + key.Str(), unit: s.unit, help: "name all properties of an object in one way",
		})
	}
}

func styleName(s style) string {
	if s == snake {
		return "snake_case"
	}
	return "camelCase"
}
