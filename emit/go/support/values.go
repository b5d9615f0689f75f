package support

import (
	"fmt"
	"time"
)

// Optional is a member that may be absent, null or set; the zero Optional is
// absent. Null is ignored when Value is set.
type Optional[T any] struct {
	Value *T
	Null  bool
}

// present reports whether the member is written at all.
func (o *Optional[T]) present() bool { return o.Value != nil || o.Null }

// DateTime is a date and time as it travels, so that no digit and no missing
// offset is lost: "2024-01-02T03:04:05.120000".
type DateTime string

// dateTimeLayouts are what Time accepts, the usual one first.
var dateTimeLayouts = []string{
	time.RFC3339, "2006-01-02T15:04:05", "2006-01-02 15:04:05Z07:00", "2006-01-02 15:04:05",
	"2006-01-02T15:04Z07:00", "2006-01-02T15:04", "2006-01-02",
}

// Time returns the instant; without an offset it is taken as UTC.
func (t DateTime) Time() (time.Time, error) {
	for _, layout := range dateTimeLayouts {
		if instant, err := time.Parse(layout, string(t)); err == nil {
			return instant, nil
		}
	}
	return time.Time{}, fmt.Errorf("not a date and time: %q", string(t))
}

func (t *DateTime) decode(d *decoder) { readString((*string)(t), d) }

func (t *DateTime) encode(e *encoder) { writeString((*string)(t), e) }
