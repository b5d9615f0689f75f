package support

import (
	"encoding/json"
	"strings"
	"testing"
)

// model is written as the emitter would: every kind of member once.
type model struct {
	Count   int64
	Size    uint64
	Ratio   float64
	Exact   json.Number
	On      bool
	Raw     json.RawMessage
	Blob    []byte
	URL     []byte
	Next    *model
	Null    *string
	List    []string
	Keys    map[string]int64
	Rest    []int64
	Odd     string
	Shape   shape
	Extra   map[string]bool
	Checked json.RawMessage
	Literal string
}

type shape interface{ encode(*encoder) }

type round struct{ R float64 }

type other struct {
	Tag string
	Raw json.RawMessage
}

func (v *round) decode(d *decoder) {
	for d.open('{'); d.key(); {
		switch string(d.name) {
		case "kind":
			d.constant(`"round"`)
		case "r":
			readFloat(&v.R, d)
		default:
			d.forbidden()
		}
	}
}

func (v *round) encode(e *encoder) {
	if v == nil {
		e.reject("a union holds a nil *round")
		return
	}
	e.raw(`{"kind":"round"`)
	e.name(`"r":`)
	writeFloat(&v.R, e)
	e.raw("}")
}

func (v *other) encode(e *encoder) { writeRaw(&v.Raw, e) }

func decodeShape(v *shape, d *decoder) {
	tag := d.tag("kind", "\"")
	switch string(tag) {
	case `"round"`:
		x := new(round)
		x.decode(d)
		d.variant(tag)
		*v = x
	default:
		x := &other{Tag: tagText(tag)}
		readRaw(&x.Raw, d)
		*v = x
	}
}

func isShort(k string) bool { return len(k) < 3 }

func (v *model) decode(d *decoder) {
	*v = model{}
	var seen uint64
	at := d.open('{')
	for d.key() {
		switch string(d.name) {
		case "count":
			readInt(&v.Count, d)
			seen |= 1
		case "size":
			readUint(&v.Size, d)
		case "ratio":
			readFloat(&v.Ratio, d)
		case "exact":
			readNumber(&v.Exact, d)
		case "on":
			readBool(&v.On, d)
		case "raw":
			readRaw(&v.Raw, d)
		case "blob":
			readBase64(&v.Blob, d)
		case "url":
			readBase64URL(&v.URL, d)
		case "next":
			readPointer(&v.Next, d, (*model).decode)
		case "null":
			readNullable(&v.Null, d, readString)
		case "list":
			readNilable(&v.List, d, func(v *[]string, d *decoder) { readList(v, d, readString) })
		case "keys":
			readKeyed(&v.Keys, d, isShort, readInt)
		case "rest":
			for d.open('['); d.item(); {
				readItem(&v.Rest, d, readInt)
			}
		case "checked":
			readChecked(&v.Checked, d, readInt)
		case "odd":
			d.space()
			at := d.pos
			text, ok := d.literal(`1`, `"a"`)
			if !ok {
				d.unlisted(at, "Odd")
			}
			v.Odd = text
		case "shape":
			decodeShape(&v.Shape, d)
		case "never":
			d.refuse()
		default:
			if strings.HasPrefix(string(d.name), "x-") {
				readMember(&v.Extra, d, readBool)
			} else {
				d.undeclared()
			}
		}
	}
	if seen != 1 {
		d.missing(at, seen, "count")
	}
}

func (v *model) encode(e *encoder) {
	e.raw(`{"count":`)
	writeInt(&v.Count, e)
	e.raw(`,"size":`)
	writeUint(&v.Size, e)
	e.raw(`,"exact":`)
	writeNumber(&v.Exact, e)
	e.raw(`,"on":`)
	writeBool(&v.On, e)
	e.raw(`,"raw":`)
	writeRaw(&v.Raw, e)
	e.raw(`,"blob":`)
	writeBase64(&v.Blob, e)
	e.raw(`,"url":`)
	writeBase64URL(&v.URL, e)
	e.raw(`,"list":`)
	writeList(&v.List, e, writeString)
	e.raw(`,"keys":`)
	writeMap(&v.Keys, e, writeInt)
	if v.Odd != "" {
		e.raw(`,"odd":`)
		writeText(&v.Odd, e)
	}
	if v.Shape != nil {
		e.raw(`,"shape":`)
		writeUnion(&v.Shape, e)
	}
	if v.Next != nil {
		e.raw(`,"next":`)
		writePointer(&v.Next, e, (*model).encode)
	}
	if v.Checked != nil {
		e.raw(`,"checked":`)
		writeRaw(&v.Checked, e)
	}
	writeMembers(v.Extra, e, writeBool, "count", "checked")
	e.raw("}")
}

func (v *model) UnmarshalJSON(b []byte) error { return unmarshal(b, v) }

func (v model) MarshalJSON() ([]byte, error) { return marshal(&v) }

func TestModelRoundTrip(t *testing.T) {
	const in = `{"count":1,"size":2,"exact":1.10,"on":true,"raw":{"z":1.0},"blob":"AAEC","url":"-_8=","list":["a"],"keys":{"a":1,"b":2},"odd":1,` +
		`"shape":{"kind":"square","side":1.50},"next":{"count":2,"size":0,"exact":0,"on":false,"raw":null,"blob":"","url":"","list":[],"keys":{},"shape":{"kind":"round","r":0.5}},"checked":2.0,"x-a":true,"x-b":false}`
	var v model
	if err := v.UnmarshalJSON([]byte(in)); err != nil {
		t.Fatal(err)
	}
	out, err := v.MarshalJSON()
	if err != nil || string(out) != in {
		t.Errorf("got  %s, %v\nwant %s", out, err, in)
	}
	if v.Shape.(*other).Tag != "square" {
		t.Errorf("tag %q", v.Shape.(*other).Tag)
	}
}

func TestModelRefuses(t *testing.T) {
	for doc, want := range map[string]string{
		`{}`:                           `decode: at $: missing required "count"`,
		`{"count":1,"never":1}`:        `decode: at $.never: member "never" is not allowed`,
		`{"count":1,"checked":"a"}`:    `decode: at $.checked: want a number, found a string`,
		`{"count":1,"odd":2}`:          `decode: at $.odd: not a value of Odd`,
		`{"count":1,"keys":{"abc":1}}`: `decode: at $.keys.abc: member "abc" is not allowed`,
		`{"count":1,"shape":{"kind":"round","r":"x"}}`: `decode: variant "round": at $.shape.r: want a number, found a string`,
		`{"count":1,"shape":{}}`:                       `decode: at $.shape: missing required "kind"`,
		`{"count":1} x`:                                `decode: at $: unexpected text after the document`,
	} {
		var v model
		if err := v.UnmarshalJSON([]byte(doc)); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", doc, err, want)
		}
	}
}

// TestChoose picks the arm that leaves the fewest members undeclared.
func TestChoose(t *testing.T) {
	type picked struct{ arm string }
	only := func(name, key string) arm[picked] {
		return func(d *decoder) picked {
			for d.open('{'); d.key(); {
				if string(d.name) == key {
					d.skip()
					continue
				}
				d.undeclared()
			}
			return picked{name}
		}
	}
	for doc, want := range map[string]string{`{"a":1}`: "A", `{"b":1}`: "B", `{}`: "A", `{"a":1,"b":2}`: "A"} {
		d := decoder{data: []byte(doc)}
		var v picked
		at, overlap := choose(&v, &d, only("A", "a"), only("B", "b"))
		if err := d.finish(); err != nil || v.arm != want {
			t.Errorf("%s: %v, %v, want %s", doc, v, err, want)
		}
		if both := strings.Contains(doc, ","); overlap != both || string(d.since(at)) != doc {
			t.Errorf("%s: overlap %v, raw %s", doc, overlap, d.since(at))
		}
	}
}

func TestNilUnionIsAnError(t *testing.T) {
	var s shape
	var e encoder
	if writeUnion(&s, &e); e.err == nil {
		t.Errorf("wrote %s", e.b)
	}
	e = encoder{}
	if writeUnion(&[]shape{(*round)(nil)}[0], &e); e.err == nil {
		t.Errorf("wrote %s", e.b)
	}
	e = encoder{}
	if writeMembers(map[string]bool{"a": true, "count": true}, &e, writeBool, "a", "count"); len(e.b) > 0 {
		t.Errorf("wrote the declared members again: %s", e.b)
	}
	var next *model
	e = encoder{}
	if writePointer(&next, &e, (*model).encode); e.err == nil {
		t.Errorf("wrote %s", e.b)
	}
	if b, err := appendJSON([]byte("x"), &round{R: 1}); err != nil || string(b) != `x{"kind":"round","r":1}` {
		t.Errorf("%s, %v", b, err)
	}
}
