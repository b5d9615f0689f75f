package ir

// Constraints returns the bounds of s that no type can say, as short phrases
// for a doc comment: "minimum 1", "at most 64 characters". A pattern is verbatim
// and may hold anything. Nil if there are none.
func Constraints(s Shape) []string {
	var out []string
	add := func(before, value, after string) {
		if value != "" {
			out = append(out, before+value+after)
		}
	}
	switch s := s.(type) {
	case *Scalar:
		add("format ", s.Format, "")
		add("encoding ", s.Encoding, "")
		add("media type ", s.Media, "")
		l := s.Limits
		add(bound("minimum ", "greater than ", l.ExclusiveMin), l.Min, "")
		add(bound("maximum ", "less than ", l.ExclusiveMax), l.Max, "")
		add("multiple of ", l.MultipleOf, "")
		out = append(out, between(l.MinLength, l.MaxLength, "character")...)
		add("pattern ", l.Pattern, "")
	case *Array:
		out = append(out, between(s.MinItems, s.MaxItems, "item")...)
		if s.Unique {
			out = append(out, "unique items")
		}
	case *Object:
		out = append(out, between(s.MinProps, s.MaxProps, "member")...)
	case *Map:
		out = append(out, between(s.MinProps, s.MaxProps, "member")...)
	}
	return out
}

func bound(inclusive, exclusive string, isExclusive bool) string {
	if isExclusive {
		return exclusive
	}
	return inclusive
}

// between returns "at least 1 item", "at most 3 items", "exactly 2 items" or
// "1 to 3 items"; nil without bounds.
func between(low, high, noun string) []string {
	plural := func(n string) string {
		if n == "1" {
			return n + " " + noun
		}
		return n + " " + noun + "s"
	}
	switch {
	case low == "0" && high == "" || low == "" && high == "":
		return nil
	case low == high:
		return []string{"exactly " + plural(low)}
	case low == "" || low == "0":
		return []string{"at most " + plural(high)}
	case high == "":
		return []string{"at least " + plural(low)}
	default:
		return []string{low + " to " + plural(high)}
	}
}
