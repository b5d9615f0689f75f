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
	gone, fresh := arms(old, tagged, c.renamed), arms(new, tagged, nil)
	gone, fresh = c.pair(p, gone, fresh, func(a arm) string { return a.key })
	gone, fresh = c.pair(p, gone, fresh, func(a arm) string { return a.text })
	for _, a := range fresh {
		c.add(VariantAdded, p, a.text+" is a new variant")
	}
	for _, a := range gone {
		c.add(VariantRemoved, p, a.text+" is no longer a variant")
	}
}

// arm is a variant under one of its tags, or without tags as what it is.
type arm struct {
	key  string // by which it is known again
	text string // for people
	use  ir.Use
}

func arms(u *ir.Union, tagged bool, renamed map[string]string) []arm {
	var out []arm
	for _, v := range u.Variants {
		if !tagged || len(v.Tags) == 0 {
			out = append(out, untagged(v.Use, renamed))
			continue
		}
		for _, t := range v.Tags {
			out = append(out, arm{t.JSON, strings.Trim(t.JSON, `"`), v.Use})
		}
	}
	return out
}

func untagged(u ir.Use, renamed map[string]string) arm {
	a := arm{text: useText(u), use: u}
	switch to := renamed[u.Type.Name]; {
	case u.Type.Name == "":
		a.key = structure(u.Type)
	case to != "":
		a.key, a.text = to, to
	default:
		a.key = u.Type.Name
	}
	return a
}

// pair compares the arms of equal key, each with one, and returns those that have none.
func (c *comparer) pair(p place, gone, fresh []arm, key func(arm) string) (goneLeft, freshLeft []arm) {
	waiting := map[string][]arm{}
	for _, a := range gone {
		waiting[key(a)] = append(waiting[key(a)], a)
	}
	for _, a := range fresh {
		same := waiting[key(a)]
		if len(same) == 0 {
			freshLeft = append(freshLeft, a)
			continue
		}
		waiting[key(a)] = same[1:]
		c.use(p.at("("+a.text+")"), same[0].use, a.use)
	}
	for _, a := range gone {
		if left := waiting[key(a)]; len(left) > 0 {
			goneLeft = append(goneLeft, left[0])
			waiting[key(a)] = left[1:]
		}
	}
	return goneLeft, freshLeft
}
