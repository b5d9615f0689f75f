package golang

import (
	"regexp"
	"testing"
)

// TestTranslate holds translations against what ECMA-262 says of the original.
func TestTranslate(t *testing.T) {
	for _, c := range []struct {
		expr, want string // want "" is expr itself
		yes, no    []string
	}{
		{`^[a-z]+$`, "", []string{"abc"}, []string{"", "A", "abc\n"}},
		{`^\d{2,3}-\w$`, "", []string{"12-a"}, []string{"٣٤-a", "1-a"}},
		{`^\s$`, "differs", []string{" ", "\v", "\u00a0", "\ufeff", "\u2028"}, []string{"x", "\u200b"}},
		{`^\S$`, "differs", []string{"x", "\u200b", "日"}, []string{" ", "\ufeff", "\u3000"}},
		{`^[\S]$`, "differs", []string{"x"}, []string{" ", "\v", "\u00a0"}},
		{`^[^\s]$`, "differs", []string{"x"}, []string{" ", "\v", "\u00a0"}},
		{`^.$`, "differs", []string{"x", "日", "😀"}, []string{"\n", "\r", "\u2028", ""}},
		{`^\u0041\x42\cJ\0$`, "differs", []string{"AB\n\x00"}, []string{"AB"}},
		{`^\u{1F600}\ud83d\ude00$`, "differs", []string{"😀😀"}, []string{"😀"}},
		{`^[\ud83d\ude00-\ud83d\ude02]$`, "differs", []string{"😁"}, []string{"😃"}},
		{`^[\b]$`, "differs", []string{"\b"}, []string{"b"}},
		{`^[\w-.]$`, "", []string{"-", ".", "a"}, []string{"/"}},
		{`^[\s-a]$`, "differs", []string{"-", "a", " "}, []string{"b", "\u2000b"}},
		{`^[[:alpha:]]$`, "differs", []string{"[]", "a]", ":]"}, []string{"b", "z]"}},
		{`^[]$`, "differs", nil, []string{"", "]"}},
		{`^[^]$`, "differs", []string{"\n", "]"}, []string{""}},
		{`^a{,2}$`, "", []string{"a{,2}"}, []string{"aa", "a"}},
		{`^{a}]$`, "", []string{"{a}]"}, []string{"a"}},
		{`^\p{Letter}\p{Lu}\p{Script=Greek}\p{ASCII}$`, "differs", []string{"éÀλx"}, []string{"1Àλx"}},
		{`^(?<year>\d{4})$`, "differs", []string{"2024"}, []string{"24"}},
		{`^\/\-\#\_$`, "", []string{"/-#_"}, []string{""}},
		{`^(?:a|b)+?$`, "", []string{"ab"}, []string{"c"}},
		{`^[a^]$`, "", []string{"^", "a"}, []string{"b"}},
		{`a\b`, "", []string{"a b", "aé"}, []string{"ab"}},
	} {
		got, ok := translate(c.expr)
		if !ok {
			t.Errorf("%s: not translated", c.expr)
			continue
		}
		if (got == c.expr) != (c.want == "") {
			t.Errorf("%s became %s", c.expr, got)
		}
		re := regexp.MustCompile(got)
		for _, s := range c.yes {
			if !re.MatchString(s) {
				t.Errorf("%s (%s) does not match %q", c.expr, got, s)
			}
		}
		for _, s := range c.no {
			if re.MatchString(s) {
				t.Errorf("%s (%s) matches %q", c.expr, got, s)
			}
		}
	}
	for _, expr := range []string{`(?=a)`, `(?!a)b`, `(?<=a)b`, `(?<!a)b`, `(a)\1`, `(?<n>a)\k<n>`, `\A`, `a\z`, `\Qa`, `\ud800`, `[a`, `(`, `\`, `[\`, `\u12`, `\u{}`, `\u{110000}`, `\x1`, `a{2000}`, `\pL`, `\p{Nope}`, `\p{`, `\p}`, `[b-a]`, `**`, `\c1`, `\01`, `(?i)a`} {
		if got, ok := translate(expr); ok {
			t.Errorf("%s became %s", expr, got)
		}
	}
}

func FuzzTranslate(f *testing.F) {
	for _, expr := range []string{`^[a-z]+$`, `\p{L}`, `[\s-a]`, `\u{1F600}`, `(?<n>a{2,})`, `[^]`, `\p}{`} {
		f.Add(expr)
	}
	f.Fuzz(func(t *testing.T, expr string) {
		if got, ok := translate(expr); ok {
			regexp.MustCompile(got)
		}
	})
}
