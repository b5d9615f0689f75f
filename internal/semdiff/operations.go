package semdiff

import (
	"fmt"
	"strings"

	"github.com/amd-gaia/gaia-gen/internal/ir"
)

func (c *comparer) operations(old, new *ir.Document) {
	was := map[string]*ir.Operation{}
	for _, o := range old.Operations {
		was[operationPath(o)] = o
	}
	for _, o := range new.Operations {
		key := operationPath(o)
		before := was[key]
		if before == nil {
			c.add(OperationAdded, place{path: key, new: o.Loc}, "new")
			continue
		}
		delete(was, key)
		c.operation(place{key, before.Loc, o.Loc}, before, o)
	}
	for _, o := range old.Operations {
		if key := operationPath(o); was[key] != nil {
			c.add(OperationRemoved, place{path: key, old: o.Loc}, "removed")
		}
	}
}

func operationPath(o *ir.Operation) string {
	switch o.Kind {
	case ir.Call:
		return o.Method + " " + o.Path
	case ir.Webhook:
		return "webhook " + o.Method + " " + o.Path
	case ir.Callback:
		return "callback " + o.Method + " " + o.Path
	default:
		panic(fmt.Sprintf("semdiff: unknown operation kind %d", o.Kind))
	}
}

func (c *comparer) operation(p place, old, new *ir.Operation) {
	if old.ID != new.ID {
		c.add(OperationRenamed, p, "operationId "+new.ID+", was "+old.ID)
	}
	c.doc(p, old.Doc, new.Doc)
	c.params(p, "parameter", old.Params, new.Params)
	c.body(p.at(" body"), old.Body, new.Body)
	c.responses(p, old.Responses, new.Responses)
	c.stream(p.at(" stream"), old.Stream, new.Stream)
	c.value(PolicyChanged, p, "capability", old.Capability, new.Capability)
	c.value(PolicyChanged, p, "idempotency key", old.IdempotencyKey, new.IdempotencyKey)
	if old.Retry != new.Retry {
		c.add(PolicyChanged, p, "retry "+retryText(new.Retry)+", was "+retryText(old.Retry))
	}
}

func retryText(r ir.Retry) string {
	switch r {
	case ir.RetryNever:
		return "never"
	case ir.RetryIdempotent:
		return "idempotent"
	case ir.RetryRead:
		return "read"
	default:
		panic(fmt.Sprintf("semdiff: unknown retry policy %d", r))
	}
}

// params compares parameters, or headers of a response.
func (c *comparer) params(p place, what string, old, new []*ir.Param) {
	key := func(x *ir.Param) string { return x.In + " " + x.Name }
	was := map[string]*ir.Param{}
	for _, x := range old {
		was[key(x)] = x
	}
	for _, x := range new {
		at := place{p.path + " " + what + " " + x.Name, p.old, x.Loc}
		before := was[key(x)]
		if before == nil {
			word := "optional"
			if x.Required {
				word = "required"
			}
			c.add(ParamAdded, at, "new, in "+x.In+", "+word)
			continue
		}
		delete(was, key(x))
		at.old = before.Loc
		c.fact(RequiredChanged, at, before.Required, x.Required, "required, was optional", "optional, was required")
		if before.Style != x.Style || before.Explode != x.Explode || before.Media != x.Media {
			c.add(StyleChanged, at, "serialised otherwise")
		}
		c.doc(at, before.Doc, x.Doc)
		c.use(at, before.Use, x.Use)
	}
	for _, x := range old {
		if was[key(x)] != nil {
			c.add(ParamRemoved, place{path: p.path + " " + what + " " + x.Name, old: x.Loc}, "removed")
		}
	}
}

func (c *comparer) body(p place, old, new *ir.Body) {
	switch {
	case old == nil && new == nil:
	case old == nil && new.Required:
		c.add(BodyChanged, p, "new, required")
	case old == nil:
		c.add(BodyChanged, p, "new, optional")
	case new == nil:
		c.add(BodyChanged, p, "removed")
	default:
		c.fact(BodyChanged, p, old.Required, new.Required, "required, was optional", "optional, was required")
		c.doc(p, old.Doc, new.Doc)
		c.payloads(p, old.Payloads, new.Payloads)
	}
}

func (c *comparer) payloads(p place, old, new []ir.Payload) {
	was := map[string]*ir.Payload{}
	for i := range old {
		was[strings.ToLower(old[i].Media)] = &old[i]
	}
	for _, x := range new {
		before := was[strings.ToLower(x.Media)]
		if before == nil {
			c.add(MediaAdded, p, x.Media+" is new")
			continue
		}
		delete(was, strings.ToLower(x.Media))
		c.use(p, before.Use, x.Use)
	}
	for _, x := range old {
		if was[strings.ToLower(x.Media)] != nil {
			c.add(MediaRemoved, p, x.Media+" is gone")
		}
	}
}

func (c *comparer) responses(p place, old, new []*ir.Response) {
	was := map[string]*ir.Response{}
	for _, r := range old {
		was[r.Status] = r
	}
	for _, r := range new {
		at := place{p.path + " " + r.Status, p.old, r.Loc}
		before := was[r.Status]
		if before == nil {
			c.add(ResponseAdded, at, "new")
			continue
		}
		delete(was, r.Status)
		at.old = before.Loc
		c.doc(at, before.Doc, r.Doc)
		c.params(at, "header", before.Headers, r.Headers)
		c.payloads(at, before.Payloads, r.Payloads)
	}
	for _, r := range old {
		if was[r.Status] != nil {
			c.add(ResponseRemoved, place{path: p.path + " " + r.Status, old: r.Loc}, "removed")
		}
	}
}

func (c *comparer) stream(p place, old, new *ir.Stream) {
	switch {
	case old == nil && new == nil:
		return
	case old == nil:
		c.add(StreamChanged, p, "new, "+useText(new.Event))
		return
	case new == nil:
		c.add(StreamChanged, p, "removed")
		return
	}
	c.value(StreamChanged, p, "media type", old.Media, new.Media)
	c.value(StreamChanged, p, "tag", old.Tag, new.Tag)
	c.value(StreamChanged, p, "event of a gap", old.Gap, new.Gap)
	c.value(StreamChanged, p, "last events", terminalText(old.Terminal), terminalText(new.Terminal))
	c.value(StreamChanged, p, "cursor", cursorText(old.Cursor), cursorText(new.Cursor))
	c.value(StreamChanged, p, "resumed by", resumeText(old.Resume), resumeText(new.Resume))
	c.fact(StreamChanged, p, old.Malformed == ir.MalformedSkips, new.Malformed == ir.MalformedSkips,
		"malformed events are skipped", "malformed events end the stream")
	c.use(p.at(" event"), old.Event, new.Event)
}

func terminalText(ts []ir.Terminal) string {
	var all []string
	for _, t := range ts {
		text := t.Tag
		for _, w := range t.When {
			var values []string
			for _, v := range w.Values {
				values = append(values, v.JSON)
			}
			text += " when " + w.Member + " is " + strings.Join(values, " or ")
		}
		all = append(all, text)
	}
	return strings.Join(all, ", ")
}

func cursorText(c *ir.Cursor) string {
	if c == nil {
		return ""
	}
	return strings.TrimPrefix(c.Scope+"/"+c.Field, "/")
}

func resumeText(r *ir.Resume) string {
	if r == nil {
		return ""
	}
	return strings.TrimPrefix(r.Scope+"/"+r.Field, "/")
}

func (c *comparer) flags(old, new []*ir.Flag) {
	was := map[string]*ir.Flag{}
	for _, f := range old {
		was[f.Name] = f
	}
	for _, f := range new {
		at := place{"capability " + f.Name, f.Loc, f.Loc}
		before := was[f.Name]
		if before == nil {
			c.add(CapabilityAdded, place{path: at.path, new: f.Loc}, "new")
			continue
		}
		delete(was, f.Name)
		at.old = before.Loc
		c.doc(at, before.Doc, f.Doc)
		c.value(CapabilityChanged, at, "since", before.Since, f.Since)
		c.value(CapabilityChanged, at, "deprecated since", before.Deprecated, f.Deprecated)
	}
	for _, f := range old {
		if was[f.Name] != nil {
			c.add(CapabilityRemoved, place{path: "capability " + f.Name, old: f.Loc}, "removed")
		}
	}
}
