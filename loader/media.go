package loader

import (
	"strconv"
	"strings"

	"github.com/amd-gaia/gaia-gen/internal/ir"
	"github.com/amd-gaia/gaia-gen/internal/source"
	"github.com/amd-gaia/gaia-gen/internal/tree"
)

func itoa(i int) string { return strconv.Itoa(i) }

// body reads a request body; nil if there is none, or none with content.
func (l *loader) body(s site, pl *place) *ir.Body {
	if s.node.Kind() != tree.Object {
		return nil
	}
	s, ok := l.deref(s)
	if !ok {
		return nil
	}
	b := &ir.Body{
		Required: s.node.Get("required").Bool(),
		Doc:      ir.Doc{Description: newlines(s.node.Get("description").Str())},
	}
	b.Payloads = l.payloads(s.get("content"), pl.sub("Request"), &b.Doc)
	if len(b.Payloads) == 0 {
		return nil
	}
	return b
}

// payloads reads content. Text beside a reference to a schema goes to doc.
func (l *loader) payloads(content site, pl *place, doc *ir.Doc) []ir.Payload {
	var out []ir.Payload
	for key, n := range content.members() {
		media := content.member(key.Str(), n)
		m, ok := l.deref(media)
		if !ok {
			continue
		}
		at := pl
		if len(out) > 0 {
			at = pl.sub(mediaWord(key.Str()))
		}
		p := l.payload(m.get("schema"), m, at)
		doc.Examples = append(doc.Examples, examples(m.node)...)
		if p.byRef {
			doc.Description = joinText(doc.Description, p.doc.Description)
		}
		out = append(out, ir.Payload{Media: key.Str(), Use: p.use()})
	}
	return out
}

// mediaWord names a media type after the first of a body: "text/plain" is "TextPlain".
func mediaWord(media string) string { return pascal(splitWords(media)) }

// responses reads the responses of an operation, in order.
func (l *loader) responses(s site, pl *place) []*ir.Response {
	main := mainStatus(s.node)
	var out []*ir.Response
	for key, n := range s.members() {
		if strings.HasPrefix(key.Str(), "x-") || n.Kind() != tree.Object {
			continue
		}
		at := s.member(key.Str(), n)
		r, ok := l.deref(at)
		if !ok {
			continue
		}
		where := pl.sub(key.Str()).sub("Response")
		if key.Str() == main {
			where = pl.sub("Response")
		}
		resp := &ir.Response{
			Status: key.Str(),
			Loc:    source.Loc{Span: key.Span(), Pointer: at.ptr()},
			Doc:    ir.Doc{Title: n.Get("summary").Str(), Description: newlines(n.Get("description").Str())},
		}
		if resp.Doc.Description == "" {
			resp.Doc.Description = newlines(r.node.Get("description").Str())
		}
		resp.Headers = l.headers(r.get("headers"), where)
		resp.Payloads = l.payloads(r.get("content"), where, &resp.Doc)
		out = append(out, resp)
	}
	return out
}

// mainStatus returns the status whose inline types need no status in their
// place: the only response, else the first success.
func mainStatus(responses tree.Node) string {
	first := ""
	for key := range responses.Members() {
		if responses.Len() == 1 || strings.HasPrefix(key.Str(), "2") {
			return key.Str()
		}
		if first == "" {
			first = key.Str()
		}
	}
	return ""
}

// headers reads the headers of a response.
func (l *loader) headers(list site, pl *place) []*ir.Param {
	var out []*ir.Param
	for key, n := range list.members() {
		s, ok := l.deref(list.member(key.Str(), n))
		if !ok || strings.EqualFold(key.Str(), "Content-Type") {
			continue
		}
		p := &ir.Param{Name: key.Str(), In: "header", Required: s.node.Get("required").Bool()}
		l.paramValue(p, s, pl.sub("Header").sub(key.Str()))
		out = append(out, p)
	}
	return out
}
