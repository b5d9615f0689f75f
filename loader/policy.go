package loader

import (
	"strings"

	"github.com/amd-gaia/gaia-gen/internal/ir"
	"github.com/amd-gaia/gaia-gen/internal/source"
	"github.com/amd-gaia/gaia-gen/internal/tree"
)

var policyMembers = []member{{"retry", isString, false}, {"idempotency", isString, false}}

// retryWords are the values of "retry", in the order of ir.Retry.
var retryWords = []string{"never", "idempotent", "read"}

// policy reads x-gaia-op, and settles what it leaves unsaid by the method.
func (r *operationReader) policy(s site, o *ir.Operation) {
	ext := s.get("x-gaia-op")
	said := site{}
	if ext.ok() {
		rec := r.l.record(ext, "ext/op", "x-gaia-op", policyMembers)
		o.IdempotencyKey = r.idempotencyKey(rec.get("idempotency", isString), o)
		said = rec.get("retry", isString)
		r.l.oneOf(said, "ext/op", retryWords)
	}
	o.Retry = impliedRetry(o)
	if i := indexOf(retryWords, said.node.Str()); i >= 0 {
		o.Retry = ir.Retry(i)
	}
}

// impliedRetry returns what the method promises (RFC 9110, section 9.2).
func impliedRetry(o *ir.Operation) ir.Retry {
	switch o.Method {
	case "GET", "HEAD", "OPTIONS", "TRACE", "QUERY":
		return ir.RetryRead
	case "PUT", "DELETE":
		return ir.RetryIdempotent
	}
	if o.IdempotencyKey != "" {
		return ir.RetryIdempotent
	}
	return ir.RetryNever
}

// idempotencyKey returns the header parameter that the text at s names, as the
// parameter spells it; "" after a finding if there is none.
func (r *operationReader) idempotencyKey(s site, o *ir.Operation) string {
	if !s.ok() || empty(s.node) {
		return ""
	}
	var headers []string
	for _, p := range o.Params {
		if p.In != "header" {
			continue
		}
		if strings.EqualFold(p.Name, s.node.Str()) {
			return p.Name
		}
		headers = append(headers, p.Name)
	}
	r.l.out.Add(errorAt("ext/op", s.loc(), quote(s.node.Str())+" is not a header parameter of the operation", didYouMean(s.node.Str(), headers)))
	return ""
}

// capability reads x-gaia-capability.
func (r *operationReader) capability(s site) string {
	n := s.get("x-gaia-capability")
	if !n.ok() {
		return ""
	}
	if n.node.Kind() != tree.String {
		r.l.out.Errorf("ext/capability", n.loc(), "\"x-gaia-capability\" is %s; it must be a string", kindPhrase(n.node.Kind()))
		return ""
	}
	if empty(n.node) {
		r.l.out.Errorf("ext/capability", n.loc(), "\"x-gaia-capability\" is empty")
		return ""
	}
	r.l.capabilityUses = append(r.l.capabilityUses, capabilityUse{n.node.Str(), n.loc()})
	return n.node.Str()
}

// capabilityUse is an operation's mention of a flag, checked when all are known.
type capabilityUse struct {
	name string
	loc  source.Loc
}
