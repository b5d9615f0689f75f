package lint

import "github.com/amd-gaia/gaia-gen/internal/tree"

// reference is one that leads to where the walk has not been.
type reference struct {
	to   tree.Node
	kind unitKind
}

// refer records that u refers to what ref names, of that kind, and sees to it
// that the walk comes there.
func (p *pass) refer(u *unit, ref tree.Node, kind unitKind) {
	to, ok := p.target(ref)
	if !ok {
		p.dangling(u, ref)
		return
	}
	p.link(u, to)
	if d := p.documentOf(to); d.units[to.Index()] == 0 {
		p.pending = append(p.pending, reference{to, kind})
	}
}

// walkRest visits what is referred to and stands where the walk did not come:
// in documents that are no inputs, or beside the components.
func (p *pass) walkRest() {
	for len(p.pending) > 0 {
		r := p.pending[0]
		p.pending = p.pending[1:]
		d := p.documentOf(r.to)
		if d.units[r.to.Index()] != 0 {
			continue
		}
		u := p.newUnit(r.kind, p.nameAt(r.to), r.to, d)
		switch r.kind {
		case unitSchema:
			p.schemaOf(r.to, u, nil, placeRoot, "")
		case unitParameter:
			p.parameterOf(r.to, u)
		case unitHeader:
			p.headerOf(r.to, u, u.name, u.name)
		case unitBody:
			p.bodyOf(r.to, u, nil, u.name)
		case unitResponse:
			p.responseOf(r.to, &response{unit: u, key: u.name, doc: d})
		case unitPathItem:
			p.pathItem(r.to, "", u, true)
		case unitCallback:
			p.callback(r.to, u)
		case unitMedia:
			p.mediaOf(r.to, &media{unit: u, doc: d, place: "media type " + u.name, key: u.name})
		}
		p.claim(r.to, u) // also what is not of that kind
	}
}

// nameAt names the node n that stands outside of the usual places: by its key,
// or by its document.
func (p *pass) nameAt(n tree.Node) string {
	if key := n.Key(); key.OK() {
		return key.Str()
	}
	if parent := n.Parent(); parent.OK() {
		return p.nameAt(parent) + "[]"
	}
	return rootName(p.documentOf(n))
}
