package lint

import (
	"strings"

	"github.com/amd-gaia/gaia-gen/internal/diag"
	"github.com/amd-gaia/gaia-gen/internal/tree"
)

var opCheck = &Check{operation: opOperation}

var opRules = []Rule{
	{ID: "op/id-missing", Title: "an operation has no operationId", Severity: diag.Error, Check: opCheck},
	{ID: "op/id-duplicate", Title: "two operations have the same operationId", Severity: diag.Error, Check: opCheck},
	{ID: "op/id-collision", Title: "two operationIds give the same name", Severity: diag.Error, Check: opCheck},
	{ID: "op/error-undocumented", Title: "a text names an error status that is not documented", Severity: diag.Warning, Check: statusCheck},
	{ID: "op/no-errors", Title: "an operation documents no error", Severity: diag.Warning, Off: true, Check: statusCheck},
}

// operation is an operation as the walk comes to it.
type operation struct {
	node   tree.Node
	method string // "GET"
	path   string // "" in components
	item   tree.Node
	name   string // the operationId, or method and path
	hook   bool   // of a webhook, a callback or a component
	unit   *unit
	doc    *document
}

// opState is what the walk records about operations and paths.
type opState struct {
	operations []*operation
	ids        map[string]*operation
	idNames    map[string]*operation
	pathList   map[*document][]pathEntry
}

func (o *opState) init() {
	o.ids, o.idNames, o.pathList = map[string]*operation{}, map[string]*operation{}, map[*document][]pathEntry{}
}

func (op *operation) title() string { return op.method + " " + op.path }

func opOperation(p *pass, op *operation) {
	id := op.node.Get("operationId")
	if isBlank(id.Str()) {
		p.report(fault{
			rule: "op/id-missing", loc: keyLoc(op.node), message: "operation has no operationId", key: op.title(), unit: op.unit,
			help: "add an \"operationId\"; generated functions are called so",
		})
		return
	}
	if other, taken := p.ids[id.Str()]; taken {
		p.report(fault{
			rule: "op/id-duplicate", loc: valueLoc(id), message: "operationId " + quote(id.Str()) + " also used at " + other.title(), key: op.title(), unit: op.unit,
			related: []diag.Related{{Message: "also used here", Loc: valueLoc(other.node.Get("operationId"))}}, help: "give each operation an id of its own",
		})
		return
	}
	p.ids[id.Str()] = op
	name := identifier(id.Str())
	if other, taken := p.idNames[name]; taken {
		p.report(fault{
			rule: "op/id-collision", loc: valueLoc(id), key: op.title(), unit: op.unit,
			message: "operationIds " + quote(other.name) + " and " + quote(id.Str()) + " both give the name " + name,
			related: []diag.Related{{Message: "the other one is here", Loc: valueLoc(other.node.Get("operationId"))}}, help: "give one of them another id",
		})
		return
	}
	p.idNames[name] = op
}

var statusCheck = &Check{operation: statusOperation}

// What a text has before and after the number of an error status.
var (
	errorCode  = expression(`\b[45]\d\d\b`)
	strongLead = expression("(?i)(?:\\b(?:https?|status|code|returns?|returned|raises?|responds?|answers?|fails?|errors?)\\s+(?:(?:with|an?|the|http|status|code|error)\\s+){0,3}|(?:→|->|=>)\\s*)[`(*]*$")
	weakLead   = expression("(?i)(?:\\b(?:or|an?|with|as|and)\\s+|\\(|[:;,—–]\\s+)[`*]*$")
	lineStart  = expression("(?:^|\n)\\s*[-*]?\\s*[`*]*$")
	colonAfter = expression("^[`*]*\\s*[:—–-]")
	wordAfter  = expression("(?i)^[`*]*\\s*(?:[:—–);.]|$|\n|(?:if|when|unless|on|for|in case|otherwise|bad request|unauthorized|payment|forbidden|not found|method not|not acceptable|conflict|gone|length|precondition|payload|content too|request entity|unsupported|unprocessable|locked|too many|internal server|not implemented|bad gateway|service unavailable|gateway timeout|error|response|status)\\b)")
	unitAfter  = expression(`(?i)^(?:[.,]\d|\s*(?:%|(?:ms|msec|s|secs?|seconds?|minutes?|hours?|days?|bytes?|[kmg]i?b|characters?|chars?|items?|rows?|entries|results?|records?|tokens?|words?|px|pixels?|lines?|messages?|emails?|files?|times|dpi|hz|k?m)\b))`)
)

// statusOperation reports error codes that only the text of an operation names.
func statusOperation(p *pass, op *operation) {
	responses := op.node.Get("responses")
	if op.hook || responses.Kind() != tree.Object {
		return
	}
	if p.on("op/no-errors") && !hasErrors(responses) {
		p.report(fault{
			rule: "op/no-errors", loc: keyLoc(responses), message: "operation " + quote(op.name) + " documents no error response", key: op.name, unit: op.unit,
			help: "document what a client gets when the request fails, or \"default\"",
		})
	}
	text := op.node.Get("summary").Str() + "\n" + op.node.Get("description").Str()
	seen := map[string]bool{}
	for _, code := range statusesIn(text) {
		if seen[code] || documents(responses, code) {
			continue
		}
		seen[code] = true
		help := "add the response"
		if op.doc.pydantic {
			help = "give the route responses={" + code + ": {\"model\": …}}"
		}
		p.report(fault{
			rule: "op/error-undocumented", loc: keyLoc(responses), message: "the text of " + quote(op.name) + " names status " + code + ", which is not documented",
			key: op.name + "." + code, unit: op.unit, help: help,
		})
	}
}

// statusesIn returns the error codes that a text speaks of, in order: numbers
// after words such as "returns", or before words such as "if" or a status's name.
func statusesIn(s string) []string {
	const context = 60
	var codes []string
	if !strings.ContainsAny(s, "45") {
		return nil
	}
	for _, m := range errorCode().FindAllStringIndex(s, 50) {
		before, after := s[max(0, m[0]-context):m[0]], s[m[1]:min(len(s), m[1]+context)]
		switch {
		case unitAfter().MatchString(after):
		case strongLead().MatchString(before),
			weakLead().MatchString(before) && wordAfter().MatchString(after),
			lineStart().MatchString(before) && colonAfter().MatchString(after):
			codes = append(codes, s[m[0]:m[1]])
		}
	}
	return codes
}

// documents reports whether responses has code, its class or a default.
func documents(responses tree.Node, code string) bool {
	class := code[:1]
	return responses.Get(code).OK() || responses.Get("default").OK() || responses.Get(class+"XX").OK() || responses.Get(class+"xx").OK()
}

func hasErrors(responses tree.Node) bool {
	for key := range responses.Members() {
		if s := key.Str(); s == "default" || len(s) == 3 && (s[0] == '4' || s[0] == '5') {
			return true
		}
	}
	return false
}
