package golang

import (
	"os"
	"os/exec"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/amd-gaia/gaia-gen/internal/ir"
)

// TestStrictShapes puts limits on every shape in every kind of position.
func TestStrictShapes(t *testing.T) {
	doc := shapes()
	ir.Walk(doc, limitShape)
	texts := generate(t, doc, Options{Package: "all", Strict: true})
	lenient := generate(t, doc, Options{Package: "all"})
	if diff := cmp.Diff(lenient["types.go"], texts["types.go"]); diff != "" {
		t.Error(diff)
	}
}

func limitShape(t *ir.Type) {
	switch s := t.Shape.(type) {
	case *ir.Scalar:
		switch s.Kind {
		case ir.String:
			s.Limits = ir.Limits{MinLength: "1", MaxLength: "9", Pattern: `^\w`}
		case ir.Integer, ir.Number:
			s.Limits = ir.Limits{Min: "1", ExclusiveMin: true, Max: "9e1", MultipleOf: "1.5"}
		}
	case *ir.Array:
		s.MinItems, s.MaxItems, s.Unique = "1", "9", true
	case *ir.Object:
		s.MinProps, s.MaxProps = "1", "99"
	case *ir.Map:
		s.MinProps, s.MaxProps = "1", "9"
		if s.Key == nil {
			s.Key = inlineType(&ir.Scalar{Kind: ir.String, Limits: ir.Limits{MaxLength: "5", Pattern: "^k"}}, t.ID, "key")
		}
	case *ir.Union:
		s.Exclusive = true
	}
}

// TestOddLimits emits limits at and beyond the ends of Go's types.
func TestOddLimits(t *testing.T) {
	limits := []string{"0", "-0", "0.0", "1.5", "-1.5", "1E2", "1e-400", "1e400", "-1e400", "1e999999999", "1e-999999999", "-9223372036854775808", "-9223372036854775809",
		"9223372036854775807", "9223372036854775808", "18446744073709551615", "18446744073709551616", "123456789012345678901234567890.5", "0.1000000000000000055511151231257827"}
	var fields []*ir.Field
	add := func(s *ir.Scalar) {
		name := "f" + itoa(len(fields))
		fields = append(fields, req(name, use(inlineType(s, "T", name))))
	}
	for _, n := range limits {
		for _, exclusive := range []bool{false, true} {
			for _, s := range []ir.Scalar{{Kind: ir.Integer}, {Kind: ir.Integer, Format: "uint64"}, {Kind: ir.Number}, {Kind: ir.Number, Format: "decimal"}} {
				low, high := s, s
				low.Limits = ir.Limits{Min: n, ExclusiveMin: exclusive, MultipleOf: n}
				high.Limits = ir.Limits{Max: n, ExclusiveMax: exclusive}
				add(&low)
				add(&high)
			}
		}
		add(&ir.Scalar{Kind: ir.String, Limits: ir.Limits{MinLength: n, MaxLength: n}})
	}
	generate(t, document(named("T", &ir.Object{Fields: fields})), Options{Strict: true})
}

// vet runs go vet over the packages of p.
func (p *program) vet(t *testing.T) {
	t.Helper()
	cmd := exec.Command("go", "vet", "./...")
	cmd.Dir = p.dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off")
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, text)
	}
}
