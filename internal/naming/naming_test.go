package naming

import (
	"strings"
	"testing"
)

func TestWords(t *testing.T) {
	for in, want := range map[string]string{
		"run_id":        "run id",
		"HTTPServer_v2": "HTTP Server v2",
		"Page_Item_":    "Page Item",
		"Page[Item]":    "Page Item",
		"memory.three":  "memory three",
		"fooBar2Baz":    "foo Bar2 Baz",
		"imageURLs":     "image URLs",
		"-1":            "Minus 1",
		"+1":            "Plus 1",
		"a-1":           "a 1",
		"*":             "Star",
		"":              "Empty",
		"日本":            "日本",
		"😀":             "U1F600",
		"é̀tat":         "é̀tat",
	} {
		if got := strings.Join(Words(in), " "); got != want {
			t.Errorf("Words(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestPascal(t *testing.T) {
	for in, want := range map[string]string{
		"run_id":        "RunID",
		"imageURLs":     "ImageURLs",
		"urls":          "URLs",
		"HTTPServer":    "HTTPServer",
		"STATUS":        "Status",
		"status":        "Status",
		"as":            "As",
		"ids":           "IDs",
		"Page_Item_":    "PageItem",
		"needs_input":   "NeedsInput",
		"can_hear_this": "CanHearThis",
	} {
		if got := Pascal(Words(in), GoInitialisms); got != want {
			t.Errorf("Pascal(%q) = %q, want %q", in, got, want)
		}
	}
	if got := Pascal(Words("run_id"), nil); got != "RunId" {
		t.Errorf("without initialisms: %q", got)
	}
	if got := Camel(Words("run_id"), GoInitialisms); got != "runID" {
		t.Errorf("Camel: %q", got)
	}
}

func TestScope(t *testing.T) {
	s := NewScope("type")
	if got := s.Claim("type", "a"); got != "type2" {
		t.Errorf("reserved word claimed as %q", got)
	}
	if _, ok := s.Take("A", "first"); !ok {
		t.Error("free name refused")
	}
	if owner, ok := s.Take("A", "second"); ok || owner != "first" {
		t.Errorf("Take of a taken name = %q, %v", owner, ok)
	}
	if got := s.Claim("A", "third"); got != "A2" {
		t.Errorf("Claim = %q", got)
	}
}
