package ts_test

import (
	"strings"

	"github.com/amd-gaia/gaia-gen/internal/ir"
)

// Constructors for models built by hand.

func named(name string, s ir.Shape) *ir.Type {
	return &ir.Type{ID: "t.json#/" + name, Name: name, Shape: s}
}

func inline(s ir.Shape, place ...string) *ir.Type {
	return &ir.Type{ID: "t.json#/inline/" + strings.Join(place, "/"), Place: place, Shape: s}
}

func str() *ir.Type   { return inline(&ir.Scalar{Kind: ir.String}) }
func num() *ir.Type   { return inline(&ir.Scalar{Kind: ir.Number}) }
func whole() *ir.Type { return inline(&ir.Scalar{Kind: ir.Integer}) }
func truth() *ir.Type { return inline(&ir.Scalar{Kind: ir.Boolean}) }
func any_() *ir.Type  { return inline(&ir.Any{}) }

func use(t *ir.Type) ir.Use { return ir.Use{Type: t} }

func pointer(u ir.Use) *ir.Use { return &u }

func must(name string, t *ir.Type) *ir.Field {
	return &ir.Field{Name: name, Use: use(t), Required: true}
}

func may(name string, t *ir.Type) *ir.Field {
	return &ir.Field{Name: name, Use: use(t)}
}

func object(fields ...*ir.Field) *ir.Object { return &ir.Object{Fields: fields} }

func enum(values ...string) *ir.Enum {
	e := &ir.Enum{}
	for _, v := range values {
		e.Members = append(e.Members, ir.Member{Value: ir.Value{JSON: v}})
	}
	return e
}

func list(t *ir.Type) *ir.Array { return &ir.Array{Elem: use(t)} }

// tagged returns an open union on the key; each variant has one tag, the first
// member of its key's enum.
func tagged(key string, variants ...*ir.Type) *ir.Union {
	u := &ir.Union{Discriminator: key, Open: true}
	for _, v := range variants {
		var tags []ir.Value
		for _, f := range v.Shape.(*ir.Object).Fields {
			if f.Name == key {
				for _, m := range f.Use.Type.Shape.(*ir.Enum).Members {
					tags = append(tags, m.Value)
				}
			}
		}
		u.Variants = append(u.Variants, ir.Variant{Tags: tags, Use: use(v)})
	}
	return u
}

func document(types ...*ir.Type) *ir.Document { return &ir.Document{Types: types} }
