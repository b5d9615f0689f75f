package support

import (
	"encoding/json"
	"math"
	"reflect"
	"strings"
	"testing"
)

var documents = []string{
	`{}`, `[]`, `null`, `true`, `false`, `0`, `-0`, `1.5e3`, `"a"`, ` { "a" : [ 1 , { "b" : null } ] } `, `{"a":1,"a":2}`, `"\u00e9\ud83d\ude00\n\"\\\/\b\f\r\t"`, `"\ud800"`, `"\udc00x"`,
	"\"\xff\"", "\"a\xc3\"", `[[[[]]]]`, `{"":0}`, `1e400`, "\"\u2028\"", `"<b>&"`,
	``, ` `, `{`, `[`, `"`, `{"a"}`, `{"a":}`, `{"a":1,}`, `[1,]`, `[1 2]`, `{a:1}`, `01`, `1.`, `.5`, `-`, `+1`, `1e`, `tru`, `nulL`, `truex`, `1 2`, `[1]]`, "\"\n\"", `"\x"`, `"\u12"`, `{"a":1 "b":2}`, `,`, `[,]`, `NaN`, "\ufeff{}", `0x1`, `--1`,
	strings.Repeat("[", 10001), strings.Repeat("[", 9999) + strings.Repeat("]", 9999), strings.Repeat(`{"a":`, 20000),
}

// TestSkipAgreesWithEncodingJSON also guards against panics: every document and
// every prefix of the short ones is judged as json.Valid judges it.
func TestSkipAgreesWithEncodingJSON(t *testing.T) {
	var all []string
	for _, doc := range documents {
		all = append(all, doc)
		if len(doc) < 200 {
			for i := range doc {
				all = append(all, doc[:i], doc[i:], doc[:i]+"x"+doc[i:])
			}
		}
	}
	for _, doc := range all {
		_, err := document([]byte(doc), readRaw)
		if want := json.Valid([]byte(doc)); (err == nil) != want {
			t.Errorf("%.60q: valid is %v, decoding gives %v", doc, want, err)
		}
	}
}

func FuzzSkip(f *testing.F) {
	for _, doc := range documents {
		f.Add([]byte(doc))
	}
	f.Fuzz(func(t *testing.T, doc []byte) {
		_, err := document(doc, readRaw)
		if want := json.Valid(doc); (err == nil) != want {
			t.Errorf("%q: valid is %v, decoding gives %v", doc, want, err)
		}
		var want string
		if json.Unmarshal(doc, &want) != nil || string(doc) == "null" {
			return
		}
		if got, err := document(doc, readString); err != nil {
			if json.Valid(doc) && strings.TrimSpace(string(doc))[0] == '"' {
				t.Errorf("%q: %v", doc, err)
			}
		} else if got != want {
			t.Errorf("%q is %q, want %q", doc, got, want)
		}
	})
}

func TestStringsAgreeWithEncodingJSON(t *testing.T) {
	for _, doc := range documents {
		var want string
		if json.Unmarshal([]byte(doc), &want) != nil || doc == "null" {
			continue
		}
		got, err := document([]byte(doc), readString)
		if err != nil || got != want {
			t.Errorf("%q is %q, %v, want %q", doc, got, err, want)
		}
		e := encoder{}
		writeString(&got, &e)
		var back string
		if err := json.Unmarshal(e.b, &back); err != nil || back != want {
			t.Errorf("%q is written as %s: %q, %v", want, e.b, back, err)
		}
	}
}

func TestIntegers(t *testing.T) {
	for text, want := range map[string]int64{
		"0": 0, "-0": 0, "1.0": 1, "1e2": 100, "120e-1": 12, "-9223372036854775808": math.MinInt64, "9223372036854775807": math.MaxInt64, "9.007199254740993e15": 9007199254740993, "0e999999999999": 0,
	} {
		if got, err := document([]byte(text), readInt); err != nil || got != want {
			t.Errorf("%s = %d, %v", text, got, err)
		}
	}
	for _, text := range []string{"1.5", "9223372036854775808", "1e19", "1e999999999999", "1e-1", `"1"`, "01", "null"} {
		if got, err := document([]byte(text), readInt); err == nil {
			t.Errorf("%s accepted as %d", text, got)
		}
	}
	if got, err := document([]byte("18446744073709551615"), readUint); err != nil || got != math.MaxUint64 {
		t.Errorf("uint64: %d, %v", got, err)
	}
	if got, err := document([]byte("-1"), readUint); err == nil {
		t.Errorf("-1 accepted as %d", got)
	}
	if got, err := document([]byte("1e30"), readInteger); err != nil || got != "1e30" {
		t.Errorf("big integer: %s, %v", got, err)
	}
}

func TestFloatsAgreeWithEncodingJSON(t *testing.T) {
	for _, f := range []float64{0, 1, -1.5, 1e21, 1e20, 1e-6, 1e-7, 123456789.125, math.MaxFloat64, 5e-324, math.Copysign(0, -1)} {
		want, _ := json.Marshal(f)
		var e encoder
		writeFloat(&f, &e)
		if string(e.b) != string(want) {
			t.Errorf("%g is written as %s, want %s", f, e.b, want)
		}
	}
	for _, f := range []float64{math.NaN(), math.Inf(1)} {
		var e encoder
		if writeFloat(&f, &e); e.err == nil {
			t.Errorf("%g written as %s", f, e.b)
		}
	}
}

func TestSameJSON(t *testing.T) {
	for _, pair := range [][2]string{{"1", "1.0"}, {"100", "1e2"}, {`{"a":1,"b":2}`, `{"b":2.0,"a":1}`}, {`"\u0061"`, `"a"`}, {"0", "-0.0"}, {"[1,2]", " [ 1 , 2 ] "}} {
		if !sameJSON([]byte(pair[0]), pair[1]) {
			t.Errorf("%s and %s differ", pair[0], pair[1])
		}
	}
	for _, pair := range [][2]string{{"1", `"1"`}, {"[1,2]", "[2,1]"}, {`{"a":1}`, `{}`}, {"1", "1.0000000000000000000001"}, {"null", "false"}} {
		if sameJSON([]byte(pair[0]), pair[1]) {
			t.Errorf("%s and %s are the same", pair[0], pair[1])
		}
	}
}

func TestErrorPath(t *testing.T) {
	read := func(v *[]map[string]int64, d *decoder) {
		readList(v, d, func(m *map[string]int64, d *decoder) { readMap(m, d, readInt) })
	}
	for doc, want := range map[string]string{
		`[{"a":1},{"b/c~":true}]`: `$[1]["b/c~"]`, `[{"a":1},2]`: "$[1]", `{}`: "$", `[{"a":1}`: "$", `[{"a":1.5}]`: "$[0].a",
	} {
		_, err := document([]byte(doc), read)
		fault, ok := err.(*DecodeError)
		if !ok || fault.Path != want {
			t.Errorf("%s: %v, path %q, want %q", doc, err, fault.Path, want)
		}
	}
}

func TestPath(t *testing.T) {
	const doc = `{"a":[{"b c":{"0":[1,[2]]}}],"é_1":{"\"":3},"":4}`
	for offset, want := range map[int]string{0: "$", 5: "$.a", 6: "$.a[0]", 18: `$.a[0]["b c"]["0"]`, 22: `$.a[0]["b c"]["0"][1][0]`} {
		if got := pathAt([]byte(doc), offset); got != want {
			t.Errorf("%d (%s): %s, want %s", offset, doc[offset:], got, want)
		}
	}
	for name, want := range map[string]string{"a": ".a", "_1": "._1", "1": `["1"]`, "é": ".é", "": `[""]`, "a-b": `["a-b"]`, `"`: `["\""]`} {
		if got := pathName([]byte(name)); got != want {
			t.Errorf("%q: %s, want %s", name, got, want)
		}
	}
}

func TestTimes(t *testing.T) {
	for _, text := range []DateTime{"2024-01-02T03:04:05Z", "2024-01-02T03:04:05", "2024-01-02T03:04:05.120000", "2024-01-02 03:04:05+01:00"} {
		if _, err := text.Time(); err != nil {
			t.Error(err)
		}
	}
	if at, err := DateTime("soon").Time(); err == nil {
		t.Errorf("soon is %v", at)
	}
}

func TestOptionalStates(t *testing.T) {
	var o Optional[string]
	if o.present() {
		t.Error("the zero Optional is present")
	}
	for doc, want := range map[string]string{"null": "null", `"x"`: `"x"`} {
		d := decoder{data: []byte(doc)}
		readOptional(&o, &d, readString)
		var e encoder
		writeOptional(&o, &e, writeString)
		if err := d.finish(); err != nil || string(e.b) != want || !o.present() {
			t.Errorf("%s became %s, %v", doc, e.b, err)
		}
	}
}

func TestBytes(t *testing.T) {
	for _, text := range []string{`"AAEC"`, `"-_8="`, `"-_8"`} {
		if b, err := document([]byte(text), readBase64URL); err != nil {
			t.Errorf("%s: %v, %v", text, b, err)
		}
	}
	if b, err := document([]byte(`"-_8="`), readBase64); err == nil {
		t.Errorf("standard alphabet takes -_: %v", b)
	}
	b, err := document([]byte(`"+/8="`), readBase64)
	if err != nil || !reflect.DeepEqual(b, []byte{0xfb, 0xff}) {
		t.Errorf("%v, %v", b, err)
	}
}
