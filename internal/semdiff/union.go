package semdiff

import (
	"strings"

	"github.com/amd-gaia/gaia-gen/internal/ir"
)

func (c *comparer) union(p place, old, new *ir.Union) {
	if old.Discriminator != new.Discriminator {
		c.value(DiscriminatorChanged, p, "discriminator", old.Discriminator, new.Discriminator)
	}
	c.fact(ExclusiveChanged, p, old.Exclusive, new.Exclusive, "exactly one variant matches", "several variants may match")
	c.fact(OpenChanged, p, old.Open, new.Open, "other variants must be expected", "other variants need no longer be expected")
	tagged := old.Discriminator != "" && new.Discriminator != ""
	was := map[string]*ir.Variant{}
	for i := range old.Variants {
		for _, key := range c.variantKeys(&old.Variants[i], tagged, c.renamed) {
			was[key] = &old.Variants[i]
		}
	}
	kept := map[string]bool{}
	for i := range new.Variants {
		v := &new.Variants[i]
		for _, key := range c.variantKeys(v, tagged, nil) {
			before := was[key]
			if before == nil {
				c.add(VariantAdded, p, key+" is a new variant")
				continue
			}
			kept[key] = true
			c.use(p.at("("+key+")"), before.Use, v.Use)
		}
	}
	for i := range old.Variants {
		for _, key := range c.variantKeys(&old.Variants[i], tagged, c.renamed) {
			if !kept[key] {
				c.add(VariantRemoved, p, key+" is no longer a variant")
			}
		}
	}
}

// variantKeys returns what variants are known again by: their tags, or without those
// their types.
func (c *comparer) variantKeys(v *ir.Variant, tagged bool, renamed map[string]string) []string {
	if !tagged || len(v.Tags) == 0 {
		if to := renamed[v.Use.Type.Name]; v.Use.Type.Name != "" && to != "" {
			return []string{to}
		}
		return []string{useText(v.Use)}
	}
	keys := make([]string, 0, len(v.Tags))
	for _, t := range v.Tags {
		keys = append(keys, strings.Trim(t.JSON, `"`))
	}
	return keys
}
