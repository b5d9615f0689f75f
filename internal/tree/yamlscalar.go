package tree

import (
	"math/big"
	"regexp"
	"strings"

	"go.yaml.in/yaml/v3"
)

// leaf is a YAML scalar in the JSON data model.
type leaf struct {
	kind  Kind
	flags flags
	text  string // of a String or Number
	fault leafFault
}

type leafFault uint8

const (
	noFault   leafFault = iota
	badTag              // the tag is unknown, or does not fit the text
	notFinite           // infinity or not a number
)

// jsonTags has the tags whose values JSON has too. A timestamp is its text.
var jsonTags = map[string]bool{
	"!!str": true, "!!int": true, "!!float": true, "!!bool": true, "!!null": true,
	"!!timestamp": true, "!!map": true, "!!seq": true,
}

// resolve returns what a scalar means. A plain scalar without a tag follows the
// core schema of YAML 1.2 (10.3.2), with the digit separators of YAML 1.1
// (1_000) in addition; literally is the tag "!", which makes it a string.
func resolve(n *yaml.Node, literally bool) leaf {
	quoted := n.Style&^yaml.TaggedStyle != 0
	text := leaf{kind: String, text: n.Value}
	if n.Style&yaml.TaggedStyle == 0 {
		if quoted || literally {
			return text
		}
		return resolvePlain(n.Value)
	}
	x := resolvePlain(n.Value)
	switch n.Tag {
	case "!!str", "!!timestamp":
		return text
	case "!!null":
		return fitting(x, x.kind == Null)
	case "!!bool":
		return fitting(x, x.kind == Bool)
	case "!!int":
		return fitting(x, x.kind == Number && !strings.ContainsAny(x.text, ".eE"))
	case "!!float":
		return fitting(x, x.kind == Number || x.fault == notFinite)
	default:
		if quoted {
			x = text
		}
		return fitting(x, false)
	}
}

// fitting returns x, with the fault of its tag unless ok.
func fitting(x leaf, ok bool) leaf {
	if !ok {
		x.fault = badTag
	}
	return x
}

// resolvePlain applies the core schema to the text of a scalar.
func resolvePlain(s string) leaf {
	switch s {
	case "", "~", "null", "Null", "NULL":
		return leaf{kind: Null}
	case "true", "True", "TRUE":
		return leaf{kind: Bool, flags: isTrue}
	case "false", "False", "FALSE":
		return leaf{kind: Bool}
	case ".nan", ".NaN", ".NAN", ".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF", "-.inf", "-.Inf", "-.INF":
		return leaf{kind: Null, fault: notFinite}
	}
	if number, ok := jsonNumber(s); ok {
		return leaf{kind: Number, text: number}
	}
	return leaf{kind: String, text: s}
}

var (
	decimal = regexp.MustCompile(`^([-+]?)([0-9]*)(?:\.([0-9]*))?([eE][-+]?[0-9]+)?$`)
	radix   = regexp.MustCompile(`^0(?:x[0-9a-fA-F]+|o[0-7]+)$`)
	grouped = regexp.MustCompile(`^[-+]?[0-9]+(?:_[0-9]+)+(?:\.[0-9]*)?(?:[eE][-+]?[0-9]+)?$`)
)

// jsonNumber returns the YAML number s as JSON writes the same value, and false
// when s is no number. Digits stay as they are: 1.0 and 1e2 are unchanged, +1
// is 1, .5 is 0.5, 007 is 7, 0x1F is 31, 1_000 is 1000.
func jsonNumber(s string) (string, bool) {
	if c := s[0]; !isDigit(c) && c != '+' && c != '-' && c != '.' {
		return "", false
	}
	if numberLen(s) == len(s) {
		return s, true
	}
	if radix.MatchString(s) {
		n, ok := new(big.Int).SetString(s, 0)
		return n.String(), ok
	}
	if grouped.MatchString(s) {
		s = strings.ReplaceAll(s, "_", "")
	}
	m := decimal.FindStringSubmatch(s)
	if m == nil || m[2] == "" && m[3] == "" {
		return "", false
	}
	sign, whole, fraction, exponent := strings.TrimPrefix(m[1], "+"), strings.TrimLeft(m[2], "0"), m[3], m[4]
	if whole == "" {
		whole = "0"
	}
	if fraction != "" {
		fraction = "." + fraction
	}
	return sign + whole + fraction + exponent, true
}
