package lint

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/source"
	"github.com/amd-gaia/gaia-gen/internal/tree"
)

// Run looks at in and returns what the rules that o leaves on have found. It
// never fails and never panics on a document that could be read.
func Run(in Input, o Options) Result {
	p := newPass(in, &o)
	for _, d := range p.docs {
		p.walk(d)
	}
	p.walkRest()
	for _, d := range p.docs {
		for _, check := range p.onDocument {
			check(p, d)
		}
	}
	p.settleUse()
	p.settleUsers()
	for _, check := range p.atEnd {
		check(p)
	}
	p.relay()
	return p.result()
}

// pass is the state of one Run.
type pass struct {
	in    Input
	opts  *Options
	rules map[string]*Rule // those that are on

	onSchema    []func(*pass, *schema)
	onOperation []func(*pass, *operation)
	onParameter []func(*pass, *parameter)
	onHeader    []func(*pass, *parameter)
	onResponse  []func(*pass, *response)
	onMedia     []func(*pass, *media)
	onDocument  []func(*pass, *document)
	atEnd       []func(*pass)

	docs    []*document
	byTree  map[*tree.Doc]*document
	units   []*unit
	library map[*document]bool // every named schema is a root
	frames  []*schema
	depth   int
	pending []reference // to where the walk may not come by itself

	found []fault
	fields
	unionState
	compState
	opState
}

func newPass(in Input, o *Options) *pass {
	p := &pass{
		in: in, opts: o, rules: map[string]*Rule{}, byTree: map[*tree.Doc]*document{},
		library: map[*document]bool{},
	}
	p.fields.init()
	p.unionState.init()
	p.compState.init()
	p.opState.init()
	p.addRules()
	for _, t := range in.Docs {
		d := newDocument(t, in)
		p.docs = append(p.docs, d)
		p.byTree[t] = d
	}
	return p
}

// addRules takes the checks of the rules that are on, each once.
func (p *pass) addRules() {
	seen := map[*Check]bool{}
	all := rules()
	for i := range all {
		r := &all[i]
		p.rules[r.ID] = r
		if _, on := p.opts.severity(r, r.Severity); !on && !r.keepsBooks() || r.Check == nil || seen[r.Check] {
			continue
		}
		seen[r.Check] = true
		p.addCheck(r.Check)
	}
}

// keepsBooks reports whether the check of r has to run though r is off, because
// the coverage or other rules count on what it records.
func (r *Rule) keepsBooks() bool {
	family, _, _ := strings.Cut(r.ID, "/")
	return family == "desc" || family == "union" || family == "comp"
}

func (p *pass) addCheck(c *Check) {
	p.onSchema = appendCheck(p.onSchema, c.schema)
	p.onOperation = appendCheck(p.onOperation, c.operation)
	p.onParameter = appendCheck(p.onParameter, c.parameter)
	p.onHeader = appendCheck(p.onHeader, c.header)
	p.onResponse = appendCheck(p.onResponse, c.response)
	p.onMedia = appendCheck(p.onMedia, c.media)
	p.onDocument = appendCheck(p.onDocument, c.document)
	if c.end != nil {
		p.atEnd = append(p.atEnd, c.end)
	}
}

func appendCheck[T any](list []func(*pass, T), f func(*pass, T)) []func(*pass, T) {
	if f == nil {
		return list
	}
	return append(list, f)
}

// on reports whether the rule id is on.
func (p *pass) on(id string) bool {
	r := p.rules[id]
	_, on := p.opts.severity(r, r.Severity)
	return on
}

func (p *pass) documentOf(n tree.Node) *document { return p.byTree[n.Doc()] }

// target returns what the reference ref names.
func (p *pass) target(ref tree.Node) (tree.Node, bool) {
	if ref.Kind() != tree.String {
		return tree.Node{}, false
	}
	to, ok := p.in.Refs.Target(ref)
	return to, ok && p.documentOf(to) != nil
}

// fault is a finding as a rule makes it.
type fault struct {
	rule    string
	loc     source.Loc
	message string
	key     string
	related []diag.Related
	help    string
	fixes   []Fix
	weaker  bool // one level below the rule's own severity
	unit    *unit
	in      tree.Node // where unit is not known yet: something in it
}

// report records f.
func (p *pass) report(f fault) { p.found = append(p.found, f) }

// result sorts, filters and counts what was found.
func (p *pass) result() Result {
	found := make([]Finding, 0, len(p.found))
	for i := range p.found {
		if f, ok := p.finding(&p.found[i]); ok {
			found = append(found, f)
		}
	}
	slices.SortStableFunc(found, compare)
	found = merge(found)
	nameApart(found)
	kept, waived := p.waive(found)
	slices.SortStableFunc(kept, compare)
	return Result{Findings: kept, Waived: waived, Coverage: p.coverage()}
}

func (p *pass) finding(f *fault) (Finding, bool) {
	rule, ok := p.rules[f.rule]
	if !ok {
		panic("lint: finding of unknown rule " + f.rule)
	}
	unit := f.unit
	if f.in.OK() {
		unit = p.unitOf(f.in)
	}
	if unit != nil && (unit.skip || !unit.used && strings.HasPrefix(f.rule, "desc/")) {
		return Finding{}, false
	}
	own := rule.Severity
	if f.weaker && own > diag.Info {
		own--
	}
	severity, on := p.opts.severity(rule, own)
	if !on {
		return Finding{}, false
	}
	out := Finding{Key: f.key, Fixes: f.fixes}
	if unit != nil {
		out.model = unit.name
	}
	out.Diagnostic = diag.Diagnostic{Rule: f.rule, Severity: severity, Message: f.message, Loc: f.loc, Related: f.related, Help: f.help}
	return out, !p.opts.skips(&out)
}

func compare(a, b Finding) int {
	return cmp.Or(
		cmp.Compare(fileOf(a.Loc), fileOf(b.Loc)),
		cmp.Compare(a.Loc.Span.Start, b.Loc.Span.Start),
		cmp.Compare(b.Severity, a.Severity),
		cmp.Compare(a.Rule, b.Rule),
		cmp.Compare(a.Message, b.Message),
	)
}

// merge makes one finding of those of one rule, place and key, with the related
// places of all: a variant of two unions is at fault once.
func merge(sorted []Finding) []Finding {
	out := sorted[:0]
	for _, f := range sorted {
		if first := sameBefore(out, &f); first != nil {
			for _, r := range f.Related {
				if !slices.Contains(first.Related, r) {
					first.Related = append(slices.Clone(first.Related), r)
				}
			}
			continue
		}
		out = append(out, f)
	}
	return out
}

// sameBefore returns the finding at the end of list that f repeats, nil for none.
func sameBefore(list []Finding, f *Finding) *Finding {
	for i := len(list) - 1; i >= 0 && list[i].Rule == f.Rule && list[i].Loc == f.Loc; i-- {
		if list[i].Key == f.Key {
			return &list[i]
		}
	}
	return nil
}

// nameApart gives the second of equal keys of one rule and file a number.
func nameApart(found []Finding) {
	type id struct{ rule, file, key string }
	count := map[id]int{}
	for i := range found {
		f := &found[i]
		at := id{f.Rule, fileOf(f.Loc), f.Key}
		count[at]++
		if n := count[at]; n > 1 {
			f.Key += "~" + strconv.Itoa(n)
		}
	}
}

// keyLoc returns where a finding about a missing thing points: to the key of n,
// or to the start of n where it has none.
func keyLoc(n tree.Node) source.Loc {
	if key := n.Key(); key.OK() {
		return key.Loc()
	}
	return valueLoc(n)
}

// valueLoc returns where a finding about a wrong value points: to all of a
// scalar, to the start of a list or an object.
func valueLoc(n tree.Node) source.Loc {
	loc := n.Loc()
	if k := n.Kind(); k == tree.Object || k == tree.Array {
		loc.Span.End = min(loc.Span.End, loc.Span.Start+1)
	}
	return loc
}

// quote quotes the user's words for a message, cut to a readable length.
func quote(s string) string {
	const most = 120
	if len(s) > most {
		if runes := []rune(s); len(runes) > most {
			s = string(runes[:most]) + "…"
		}
	}
	return strconv.Quote(s)
}

// show returns a value for a message: its JSON text, cut.
func show(v tree.Node) string {
	if v.Kind() == tree.String {
		return quote(v.Str())
	}
	const most = 60
	s := v.JSON()
	if runes := []rune(s); len(runes) > most {
		s = string(runes[:most]) + "…"
	}
	return s
}
