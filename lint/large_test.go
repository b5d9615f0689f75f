package lint_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/amd-gaia/gaia-gen/lint"
)

// schemas returns a document of n schemas, each made by one from its number.
func schemas(n int, one func(i int) string) string {
	var b strings.Builder
	b.WriteString(`{"openapi": "3.1.0", "components": {"schemas": {`)
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, "\n%q: %s", fmt.Sprint("S", i), one(i))
	}
	b.WriteString("\n}}}")
	return b.String()
}

func list(n int, one func(i int) string) string {
	items := make([]string, n)
	for i := range items {
		items[i] = one(i)
	}
	return strings.Join(items, ", ")
}

// TestLarge lints shapes that make a careless rule slow: the time for twice the
// size must stay near twice the time.
func TestLarge(t *testing.T) {
	ref := func(i int) string { return fmt.Sprintf(`{"$ref": "#/components/schemas/S%d"}`, i) }
	shapes := map[string]func(n int) string{
		"chain of allOf": func(n int) string {
			return schemas(n, func(i int) string {
				return fmt.Sprintf(`{"allOf": [%s, {"type": "object", "properties": {"p%d": {"type": "string"}}}]}`, ref(i+1), i)
			})
		},
		"chain of required members": func(n int) string {
			return schemas(n, func(i int) string {
				return fmt.Sprintf(`{"type": "object", "required": ["n"], "properties": {"n": %s}}`, ref(i+1))
			})
		},
		"circle of required members": func(n int) string {
			return schemas(n, func(i int) string {
				return fmt.Sprintf(`{"type": "object", "required": ["n"], "properties": {"n": %s}}`, ref((i+1)%n))
			})
		},
		"union of all": func(n int) string {
			return schemas(n, func(i int) string {
				if i == 0 {
					return fmt.Sprintf(`{"oneOf": [%s], "discriminator": {"propertyName": "k", "mapping": {%s}}}`,
						list(n-1, func(i int) string { return ref(i + 1) }),
						list(n-1, func(i int) string { return fmt.Sprintf(`"t%d": "#/components/schemas/S%d"`, i+1, i+1) }))
				}
				return fmt.Sprintf(`{"type": "object", "properties": {"k": {"const": "t%d"}}}`, i)
			})
		},
		"untagged union of all": func(n int) string {
			return schemas(n, func(i int) string {
				if i == 0 {
					return fmt.Sprintf(`{"oneOf": [%s]}`, list(n-1, func(i int) string { return ref(i + 1) }))
				}
				return fmt.Sprintf(`{"type": "object", "required": ["p%d"], "properties": {"p%d": {"type": "string"}}, "additionalProperties": false}`, i, i)
			})
		},
		"unions inside each other": func(n int) string {
			return schemas(n, func(i int) string {
				return fmt.Sprintf(`{"anyOf": [%s, %s, {"type": "string"}]}`, ref((i+1)%n), ref((i*7+3)%n))
			})
		},
		"equal shapes": func(n int) string {
			return schemas(n, func(i int) string {
				return fmt.Sprintf(`{"type": "object", "properties": {"a": %s, "b": {"type": "string", "default": %d}}}`, ref((i+1)%n), i%3)
			})
		},
		"one long enum": func(n int) string {
			return schemas(1, func(int) string {
				return `{"type": "string", "enum": [` + list(n, func(i int) string { return fmt.Sprintf(`"v%d"`, i) }) + `]}`
			})
		},
		"one wide object": func(n int) string {
			return schemas(1, func(int) string {
				return fmt.Sprintf(`{"type": "object", "required": [%s], "properties": {%s}}`,
					list(n, func(i int) string { return fmt.Sprintf(`"p%d"`, i) }),
					list(n, func(i int) string { return fmt.Sprintf(`"p%d": {"type": "integer", "default": 1}`, i) }))
			})
		},
	}
	for name, shape := range shapes {
		t.Run(name, func(t *testing.T) {
			small, large := timed(t, shape(300)), timed(t, shape(1200))
			t.Logf("300: %v, 1,200: %v", small, large)
			if large > 8*small+200*time.Millisecond {
				t.Errorf("four times the size takes %.1f times as long: %v after %v", float64(large)/float64(small), large, small)
			}
		})
	}
}

func timed(t *testing.T, text string) time.Duration {
	t.Helper()
	in := loadText(t, "large.json", text)
	best := time.Hour
	for range 2 {
		start := time.Now()
		lint.Run(in, lint.Options{})
		best = min(best, time.Since(start))
	}
	return best
}
