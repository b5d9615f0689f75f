package golang

import (
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/amd-gaia/gaia-gen/internal/ir"
)

// side is one of the two ends of a range.
type side struct {
	limit     string // as the schema spells it
	operator  string // of the requirement
	strictly  string // operator without equality
	phrase    string // the requirement in words
	exclusive bool
}

// numberChecks returns the statements that check the number at addr. Integers are
// compared as they are. Of other numbers the digits are compared, unless the
// nearest float64 tells the two apart.
func (g *generator) numberChecks(s *ir.Scalar, addr string) []string {
	l := s.Limits
	low := side{limit: l.Min, operator: ">=", strictly: ">", phrase: "at least " + l.Min + " is required", exclusive: l.ExclusiveMin}
	if l.ExclusiveMin {
		low.operator, low.phrase = ">", "more than "+l.Min+" is required"
	}
	high := side{limit: l.Max, operator: "<=", strictly: "<", phrase: "at most " + l.Max + " is allowed", exclusive: l.ExclusiveMax}
	if l.ExclusiveMax {
		high.operator, high.phrase = "<", "less than "+l.Max+" is required"
	}
	var out []string
	for _, end := range []side{low, high} {
		if test := g.rangeTest(s, end, variable(addr)); test != "" {
			out = append(out, "d."+g.sup("require")+"(at, "+test+", "+quote(end.phrase)+")")
		}
	}
	trivial := s.Kind == ir.Integer && l.MultipleOf == "1"
	if step := bound(l.MultipleOf); step != nil && step.Sign() > 0 && !trivial {
		out = append(out, g.stepCheck(s, variable(addr)))
	}
	return out
}

// rangeTest returns the condition that value is on the right side of a limit; ""
// if every value is.
func (g *generator) rangeTest(s *ir.Scalar, end side, value string) string {
	if end.limit == "" {
		return ""
	}
	digits := "d." + g.sup("compare") + "(at, " + quote(end.limit) + ") " + end.operator + " 0"
	switch g.scalar(s).goType {
	case "int64":
		return integerTest(end, value, digits, big.NewInt(math.MinInt64), big.NewInt(math.MaxInt64))
	case "uint64":
		return integerTest(end, value, digits, new(big.Int), new(big.Int).SetUint64(math.MaxUint64))
	case "float64":
		if near, ok := floatLiteral(end.limit); ok {
			return value + " " + end.strictly + " " + near + " || " + digits
		}
	}
	return digits
}

// integerTest returns the condition for integers of the range from lowest to
// highest.
func integerTest(end side, value, digits string, lowest, highest *big.Int) string {
	limit, _, err := big.ParseFloat(end.limit, 10, 256, big.ToZero)
	if err != nil || limit.MantExp(nil) > 200 || !limit.IsInt() || limit.Acc() != big.Exact {
		return digits
	}
	n, _ := limit.Int(nil)
	fromBelow := end.strictly == ">"
	switch {
	case fromBelow && !end.exclusive && n.Cmp(lowest) <= 0, fromBelow && n.Cmp(lowest) < 0,
		!fromBelow && !end.exclusive && n.Cmp(highest) >= 0, !fromBelow && n.Cmp(highest) > 0:
		return ""
	case n.Cmp(lowest) < 0 || n.Cmp(highest) > 0: // no value is on the right side
		return digits
	}
	return value + " " + end.operator + " " + n.String()
}

// floatLiteral returns the float64 nearest to a number as gofmt leaves it; false
// if there is none.
func floatLiteral(text string) (string, bool) {
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsInf(f, 0) {
		return "", false
	}
	return strconv.FormatFloat(f, 'g', -1, 64), true
}

// stepCheck returns the statement that checks that value is a multiple.
func (g *generator) stepCheck(s *ir.Scalar, value string) string {
	step := s.Limits.MultipleOf
	n, ok := plainInteger(step)
	if goType := g.scalar(s).goType; ok && (goType == "int64" || goType == "uint64") && !strings.HasPrefix(n, "-") {
		return "d." + g.sup("require") + "(at, " + value + "%" + n + " == 0, " + quote("a multiple of "+step+" is required") + ")"
	}
	return "d." + g.sup("multipleOf") + "(at, " + quote(step) + ")"
}
