package ts

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// expressionPieces are what expressions are made of, right and wrong.
var expressionPieces = []string{
	"a", "b", "-", "é", "😀", "😂", "[", "]", "[^", "[a-z]", "[z-a]", `[\d-a]`, `[\w-]`, "(", ")", "(?:", "(?=", "(?!", "(?<=", "(?<!", "(?<n>", "(?<m>",
	"(?<1>", "(?i:", "(?P<n>", "*", "+", "?", "??", "{", "}", "{2}", "{2,}", "{2,1}", "{,2}", "{2", "|", "^", "$", ".", `\`, `\d`, `\D`, `\w`, `\s`, `\b`, `\B`,
	`\A`, `\z`, `\Z`, `\h`, `\-`, `\/`, `\_`, `\.`, `\p{L}`, `\P{Lu}`, `\p{Script=Greek}`, `\p`, `\p{`, `\x41`, `\x4`, `\u0041`, `\u{1F600}`, `\u{110000}`, `\u{`, `\u00`,
	`\ud83d\ude00`, `\ud83d`, `\cA`, `\c`, `\c1`, `\0`, `\1`, `\2`, `\9`, `\08`, `\377`, `\k<n>`, `\k<x>`, `\k`, `\k<`, "\n", "/", "[]", "[^]", "[a-", "[b", "[--0]", `[\b]`, `[\B]`, `[\-]`, `[\c_]`, `[\k]`, `[\1]`, "]]", "1", "&&", "#",
}

// TestValidPattern compares the verdict on random expressions with that of an
// engine. Properties that Unicode does not define are the engine's to refuse.
func TestValidPattern(t *testing.T) {
	if _, err := exec.LookPath("node"); err != nil {
		if os.Getenv("GAIA_REQUIRE_TOOLS") == "1" {
			t.Fatal("node is not installed")
		}
		t.Skip("node is not installed")
	}
	r := rand.New(rand.NewPCG(3, 5))
	var all []string
	all = append(all, expressionPieces...)
	for range 40000 {
		var b strings.Builder
		for range 1 + r.IntN(6) {
			b.WriteString(expressionPieces[r.IntN(len(expressionPieces))])
		}
		all = append(all, b.String())
	}
	input, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("node", "-e", `
const texts = JSON.parse(require("fs").readFileSync(0, "utf8"));
const reads = (text, flags) => { try { return Boolean(new RegExp(text, flags)); } catch { return false; } };
console.log(JSON.stringify(texts.map((text) => [reads(text, "u"), reads(text, "")])));`)
	cmd.Stdin = bytes.NewReader(input)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var want [][2]bool
	if err := json.Unmarshal(out, &want); err != nil {
		t.Fatal(err)
	}
	wrong, valid := 0, 0
	for i, text := range all {
		got := [2]bool{patternIn(text, true), patternIn(text, false)}
		if want[i][0] || want[i][1] {
			valid++
		}
		if got != want[i] {
			if wrong++; wrong <= 20 {
				t.Errorf("%q: in Unicode mode and without: got %v, the engine says %v", text, got, want[i])
			}
		}
	}
	t.Logf("%d expressions, %d of them valid, %d verdicts differ", len(all), valid, wrong)
}

// FuzzValidPattern looks for input on which the reader panics or hangs.
func FuzzValidPattern(f *testing.F) {
	for _, piece := range expressionPieces {
		f.Add(piece)
	}
	f.Fuzz(func(t *testing.T, s string) { validPattern(s) })
}
