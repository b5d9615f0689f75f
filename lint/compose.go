package lint

import "github.com/amd-gaia/gaia-gen/internal/tree"

// maxParts bounds how many schemas one composition is followed through, so that
// no document makes the work explode.
const maxParts = 100

// readAt returns the keywords of the schema n.
func (p *pass) readAt(n tree.Node) keywords {
	d := p.documentOf(n)
	if d == nil || n.Kind() != tree.Object {
		return keywords{}
	}
	return d.read(n)
}

// follow returns the schema that n stands for, at the end of its references; the
// zero Node if they lead nowhere or in a circle.
func (p *pass) follow(n tree.Node) tree.Node {
	for range maxParts {
		k := p.readAt(n)
		if !k.ref.OK() {
			return n
		}
		to, ok := p.target(k.ref)
		if !ok {
			return tree.Node{}
		}
		n = to
	}
	return tree.Node{}
}

// part is one schema of a composition.
type part struct {
	keywords
	node    tree.Node
	outside bool      // it was reached through a reference
	root    tree.Node // the schema that it is written in: where the last reference led
}

// parts returns the schemas that a value must all satisfy to satisfy n: n
// itself, what it refers to and the items of allOf, transitively, each once and
// in that order. whole is false when a reference among them leads nowhere.
func (p *pass) parts(n tree.Node) (list []part, whole bool) {
	g := gatherer{p: p, whole: true}
	g.gather(n, n, false)
	return g.list, g.whole
}

type gatherer struct {
	p     *pass
	list  []part
	whole bool
}

func (g *gatherer) gather(n, root tree.Node, ref bool) {
	if n.Kind() != tree.Object {
		return
	}
	if len(g.list) >= maxParts {
		g.whole = false
		return
	}
	for i := range g.list {
		if g.list[i].node == n {
			return
		}
	}
	k := g.p.readAt(n)
	g.list = append(g.list, part{keywords: k, node: n, outside: ref, root: root})
	if k.ref.OK() {
		to, ok := g.p.target(k.ref)
		if !ok {
			g.whole = false
		}
		g.gather(to, to, true)
	}
	for _, item := range k.allOf.Items() {
		g.gather(item, root, ref)
	}
}

// member is one declaration of a property.
type member struct {
	node tree.Node // its schema
	part *part     // where it is declared
}

// declarations returns where the property name is declared among parts.
func declarations(parts []part, name string) []member {
	var found []member
	for i := range parts {
		if n := parts[i].properties.Get(name); n.OK() {
			found = append(found, member{n, &parts[i]})
		}
	}
	return found
}

// requires reports whether one of parts requires the property name.
func requires(parts []part, name string) bool {
	for i := range parts {
		if inList(parts[i].required, name) {
			return true
		}
	}
	return false
}

func inList(list tree.Node, name string) bool {
	for _, v := range list.Items() {
		if v.Kind() == tree.String && v.Str() == name {
			return true
		}
	}
	return false
}

// isObject reports whether a composition describes objects, or may: it names the
// type, or has keywords of objects, or nothing says what it is.
func isObject(parts []part) bool {
	for i := range parts {
		if t := parts[i].types(); t != 0 && t&typeObject == 0 {
			return false
		}
		if v := literal(&parts[i].keywords); v.OK() && v.Kind() != tree.Object {
			return false
		}
	}
	return true
}

// literal returns one of the values that const or enum allow.
func literal(k *keywords) tree.Node {
	if k.konst.OK() {
		return k.konst
	}
	for _, v := range k.enum.Items() {
		return v
	}
	return tree.Node{}
}

// surelyObject reports whether a composition says that it describes objects.
func surelyObject(parts []part) bool {
	object := false
	for i := range parts {
		object = object || parts[i].types()&typeObject != 0 || parts[i].properties.OK() || parts[i].patterns.OK()
	}
	return object && isObject(parts)
}

// literals is what const and enum allow of a value.
type literals struct {
	values   []tree.Node // without null
	closed   bool        // only values are allowed
	nullable bool
	types    typeSet   // as "type" says; 0 if it does not
	at       tree.Node // what closes it: const, or enum
}

// literalsOf returns what the schema n allows, through references and allOf and
// through what only adds null.
func (p *pass) literalsOf(n tree.Node) literals {
	var out literals
	parts, _ := p.parts(n)
	for i := range parts {
		out.add(&parts[i])
	}
	if out.closed {
		return out
	}
	for i := range parts {
		p.addBranch(&out, &parts[i])
	}
	return out
}

func (l *literals) add(x *part) {
	if t := x.types(); t != 0 {
		l.nullable = l.nullable || t&typeNull != 0
		if l.types == 0 || l.types == t {
			l.types = t &^ typeNull
		}
	}
	switch {
	case x.konst.OK():
		l.closed, l.values, l.at = true, nil, x.konst
		l.take(x.konst)
	case x.enum.OK() && !l.closed:
		l.closed, l.at = true, x.enum
		for _, v := range x.enum.Items() {
			l.take(v)
		}
	}
}

func (l *literals) take(v tree.Node) {
	if v.Kind() == tree.Null {
		l.nullable = true
		return
	}
	l.values = append(l.values, v)
}

// addBranch takes what x allows when it is a choice between null and one schema.
func (p *pass) addBranch(l *literals, x *part) {
	var inner tree.Node
	count := 0
	for _, b := range x.branches().Items() {
		if isNullSchema(b) {
			l.nullable = true
			continue
		}
		inner = b
		count++
	}
	if count != 1 {
		return
	}
	for _, y := range firstParts(p.parts(inner)) {
		l.add(&y)
	}
}

func firstParts(list []part, _ bool) []part { return list }
