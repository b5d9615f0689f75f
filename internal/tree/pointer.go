package tree

import (
	"slices"
	"strconv"
	"strings"
)

// At returns what the JSON pointer ptr (RFC 6901) names below n; "" is n
// itself. Tokens unescape ~0 and ~1; percent encoding is the caller's. It is
// false when ptr names nothing.
func (n Node) At(ptr string) (Node, bool) {
	if ptr == "" || !n.OK() {
		return n, n.OK()
	}
	rest, ok := strings.CutPrefix(ptr, "/")
	if !ok {
		return Node{}, false
	}
	for more := true; more && n.OK(); {
		var token string
		token, rest, more = strings.Cut(rest, "/")
		n = n.child(token)
	}
	return n, n.OK()
}

// child returns the member or item that one token of a pointer names.
func (n Node) child(token string) Node {
	switch n.Kind() {
	case Object:
		key, ok := unescapeToken(token)
		if !ok {
			return Node{}
		}
		return n.Get(key)
	case Array:
		return n.item(token)
	default:
		return Node{}
	}
}

// item returns the item of an Array whose decimal index is token, without sign
// or leading zeros.
func (n Node) item(token string) Node {
	want, err := strconv.Atoi(token)
	if err != nil || strconv.Itoa(want) != token {
		return Node{}
	}
	for i, item := range n.Items() {
		if i == want {
			return item
		}
	}
	return Node{}
}

// Pointer returns the JSON pointer of n from the root of its document, "" for
// the root. A key has the pointer of its value.
func (n Node) Pointer() string {
	if n.d == nil {
		return ""
	}
	var tokens []string
	for i := n.i; n.d.nodes[i].parent != none; i = n.d.nodes[i].parent {
		tokens = append(tokens, n.d.token(i))
	}
	if tokens == nil {
		return ""
	}
	slices.Reverse(tokens)
	return "/" + strings.Join(tokens, "/")
}

// token returns the escaped pointer token that leads from its parent to node i.
func (d *Doc) token(i uint32) string {
	switch x := &d.nodes[i]; {
	case x.flags&isKey != 0:
		return EscapeToken(Node{d, i}.Str())
	case x.flags&isMember != 0:
		return EscapeToken(Node{d, i - 1}.Str())
	default:
		return strconv.Itoa(int(x.ord))
	}
}

// EscapeToken returns s as one token of a JSON pointer: "a/b~" is "a~1b~0".
func EscapeToken(s string) string {
	if !strings.ContainsAny(s, "~/") {
		return s
	}
	return strings.ReplaceAll(strings.ReplaceAll(s, "~", "~0"), "/", "~1")
}

// unescapeToken undoes EscapeToken. It is false for a ~ without 0 or 1 after it.
func unescapeToken(s string) (string, bool) {
	if !strings.Contains(s, "~") {
		return s, true
	}
	for i := range len(s) {
		if s[i] == '~' && (i+1 == len(s) || s[i+1] != '0' && s[i+1] != '1') {
			return "", false
		}
	}
	return strings.ReplaceAll(strings.ReplaceAll(s, "~1", "/"), "~0", "~"), true
}
