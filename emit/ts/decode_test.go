package ts_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/amd-gaia/gaia-gen/internal/ir"
)

const emitJS = `"rootDir": ".", "outDir": "out"`

// decodeDocument returns a document with an open and a closed union, nested
// unions, and every kind of position that a decoder visits.
func decodeDocument() *ir.Document {
	part := named("Part", tagged("type",
		named("TextPart", object(must("type", inline(enum(`"text"`))), must("text", str()))),
		named("ImagePart", object(must("type", inline(enum(`"image"`))), may("url", str()))),
	))
	note := inline(&ir.Enum{Members: enum(`"low"`, `"high"`).Members, Open: true}, "Message", "note")
	message := named("Message", object(
		must("kind", inline(enum(`"message"`))),
		must("run", str()),
		must("parts", inline(list(part))),
		&ir.Field{Name: "count", Use: ir.Use{Type: whole(), Nullable: true}, Required: true},
		&ir.Field{Name: "note", Use: use(note)},
		may("by name", inline(&ir.Map{Elem: use(part)})),
		may("pair", inline(&ir.Tuple{Elems: []ir.Use{use(str()), use(num())}, Min: 1, Rest: pointer(use(truth()))})),
		may("either", inline(&ir.Union{Variants: []ir.Variant{{Use: use(whole())}, {Use: use(inline(list(str())))}}})),
		may("mode", inline(enum(`"a"`, `"b"`), "Message", "mode")),
		may("__proto__", str()),
		&ir.Field{Name: "maybe", Use: ir.Use{Type: str(), Nullable: true}},
	))
	other := named("Stop", object(must("kind", inline(enum(`"stop"`, `"end"`), "Stop", "kind")), must("run", str())))
	event := named("Event", tagged("kind", message, other))
	number := named("Number", tagged("n", named("One", object(must("n", inline(enum("1"))), may("a", str()))),
		named("Two", object(must("n", inline(enum("2"))), may("a", str())))))
	closed := named("Closed", &ir.Union{Discriminator: "kind", Variants: event.Shape.(*ir.Union).Variants})
	return document(part, message, other, event, number, closed)
}

const decodeScript = `
import { decodeEvent, decodeNumber, decodeClosed, DecodeError } from "./out/gen/index.js";
const message = '"kind":"message","run":"r","count":null';
const cases = [
  [decodeEvent, '{' + message + ',"parts":[]}'],
  [decodeEvent, '{' + message + ',"parts":[{"type":"text","text":"x"},{"type":"new","y":1}],"extra":[1]}'],
  [decodeEvent, '{' + message + ',"parts":[{"type":"text","text":"x"},{"type":"text"}]}'],
  [decodeEvent, '{' + message + ',"parts":[{"type":"image","url":null}]}'],
  [decodeEvent, '{' + message + ',"parts":[{"type":"image","url":5}]}'],
  [decodeEvent, '{' + message + ',"parts":{}}'],
  [decodeEvent, '{' + message + ',"parts":[],"by name":{"a":{"type":"text","text":1}}}'],
  [decodeEvent, '{' + message + ',"parts":[],"by name":{"__proto__":{"type":"zzz"}}}'],
  [decodeEvent, '{' + message + ',"parts":[],"pair":["a",1,true]}'],
  [decodeEvent, '{' + message + ',"parts":[],"pair":["a"]}'],
  [decodeEvent, '{' + message + ',"parts":[],"pair":[]}'],
  [decodeEvent, '{' + message + ',"parts":[],"pair":["a",1,2]}'],
  [decodeEvent, '{' + message + ',"parts":[],"either":["a"]}'],
  [decodeEvent, '{' + message + ',"parts":[],"either":1.5}'],
  [decodeEvent, '{' + message + ',"parts":[],"either":1e2}'],
  [decodeEvent, '{' + message + ',"parts":[],"note":"medium"}'],
  [decodeEvent, '{' + message + ',"parts":[],"note":1}'],
  [decodeEvent, '{' + message + ',"parts":[],"mode":"c"}'],
  [decodeEvent, '{' + message + ',"parts":[],"maybe":null}'],
  [decodeEvent, '{' + message + ',"parts":[],"__proto__":"p"}'],
  [decodeEvent, '{' + message + ',"parts":[],"__proto__":{"note":"low"}}'],
  [decodeEvent, '{"kind":"message","run":"r","parts":[],"count":9007199254740993}'],
  [decodeEvent, '{"kind":"message","run":"r","parts":[],"count":1.5}'],
  [decodeEvent, '{"kind":"message","run":"r","parts":[]}'],
  [decodeEvent, '{"kind":"end","run":"r"}'],
  [decodeEvent, '{"kind":"end"}'],
  [decodeEvent, '{"kind":"constructor","run":"r"}'],
  [decodeEvent, '{"kind":"__proto__","run":5}'],
  [decodeEvent, '{"__proto__":{"kind":"end","run":"r"}}'],
  [decodeEvent, '{"kind":null}'],
  [decodeEvent, '{}'],
  [decodeEvent, '[]'],
  [decodeEvent, 'null'],
  [decodeNumber, '{"n":1.0}'],
  [decodeNumber, '{"n":7}'],
  [decodeNumber, '{"n":"1"}'],
  [decodeClosed, '{"kind":"new","run":"r"}'],
  [decodeClosed, '{"kind":"stop","run":"r"}'],
];
for (const [decode, json] of cases) {
  const value = JSON.parse(json);
  freeze(value);
  try {
    console.log(JSON.stringify(decode(value)));
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    console.log(error.path + " | " + error.variant + " | " + error.message);
  }
}
function freeze(value) {
  if (typeof value !== "object" || value === null) return;
  for (const k of Object.keys(value)) freeze(value[k]);
  Object.freeze(value);
}
`

// TestDecode runs generated decoders on node: known, unknown and malformed
// variants, keys of Object.prototype, and input that must not be changed.
func TestDecode(t *testing.T) {
	w := newWorkspace(t, emitJS)
	w.add(t, "gen", generate(t, decodeDocument()))
	w.compiles(t)
	w.write(t, "run.mjs", decodeScript)
	want := `
{"kind":"message","run":"r","count":null,"parts":[]}
{"kind":"message","run":"r","count":null,"parts":[{"type":"text","text":"x"},{"type":"$unknown","wireType":"new","raw":{"type":"new","y":1}}],"extra":[1]}
$.parts[1].text | text | $.parts[1].text is missing (variant text)
$.parts[0].url | image | $.parts[0].url is no string, got null (variant image)
$.parts[0].url | image | $.parts[0].url is no string, got number (variant image)
$.parts | message | $.parts is no array, got object (variant message)
$["by name"].a.text | text | $["by name"].a.text is no string, got number (variant text)
{"kind":"message","run":"r","count":null,"parts":[],"by name":{"__proto__":{"type":"$unknown","wireType":"zzz","raw":{"type":"zzz"}}}}
{"kind":"message","run":"r","count":null,"parts":[],"pair":["a",1,true]}
{"kind":"message","run":"r","count":null,"parts":[],"pair":["a"]}
$.pair | message | $.pair has too few items (variant message)
$.pair[2] | message | $.pair[2] is no boolean, got number (variant message)
{"kind":"message","run":"r","count":null,"parts":[],"either":["a"]}
$.either | message | $.either fits no variant, got number (variant message)
{"kind":"message","run":"r","count":null,"parts":[],"either":100}
{"kind":"message","run":"r","count":null,"parts":[],"note":"medium"}
$.note | message | $.note is no string, got number (variant message)
$.mode | message | $.mode is none of the listed values, got "c" (variant message)
{"kind":"message","run":"r","count":null,"parts":[],"maybe":null}
{"kind":"message","run":"r","count":null,"parts":[],"__proto__":"p"}
$.__proto__ | message | $.__proto__ is no string, got object (variant message)
{"kind":"message","run":"r","parts":[],"count":9007199254740992}
$.count | message | $.count is no integer, got number (variant message)
$.count | message | $.count is missing (variant message)
{"kind":"end","run":"r"}
$.run | end | $.run is missing (variant end)
{"kind":"$unknown","wireType":"constructor","raw":{"kind":"constructor","run":"r"},"run":"r"}
{"kind":"$unknown","wireType":"__proto__","raw":{"kind":"__proto__","run":5}}
$.kind |  | $.kind is missing
$.kind |  | $.kind is no string, got null
$.kind |  | $.kind is missing
$ |  | $ is no object, got an array
$ |  | $ is no object, got null
{"n":1}
{"n":"$unknown","wireType":7,"raw":{"n":7}}
$.n |  | $.n is no number, got "1"
$.kind |  | $.kind is no known tag, got "new"
{"kind":"stop","run":"r"}
`
	if diff := cmp.Diff(strings.Split(strings.TrimSpace(want), "\n"), strings.Split(strings.TrimSpace(w.node(t, "run.mjs")), "\n")); diff != "" {
		t.Errorf("decoders (-want +got):\n%s", diff)
	}
}

// TestSwitchIsExhaustive compiles a switch over an open union: complete, it
// compiles and leaves the unknown arm; short of one variant, it does not.
func TestSwitchIsExhaustive(t *testing.T) {
	w := newWorkspace(t, noEmit)
	w.add(t, "gen", generate(t, decodeDocument()))
	w.write(t, "use.ts", `
import type { Event, KnownEvent, MessageNote, Number, Stop, UnknownEvent, UnknownNumber2, UnknownString } from "./gen/index.js";

export function complete(e: Event): string {
  switch (e.kind) {
    case "message":
      return String(e.parts.length);
    case "stop":
    case "end":
      return (e satisfies Stop).run;
    default:
      return (e satisfies UnknownEvent).wireType + String(e.raw["x"]) + (e.run ?? "");
  }
}

export function forgotten(e: Event): string {
  switch (e.kind) {
    case "message":
      return e.run;
    default:
      // @ts-expect-error the variant Stop is not handled
      return (e satisfies UnknownEvent).wireType;
  }
}

export function numbered(n: Number): string {
  switch (n.n) {
    case 1:
    case 2:
      return n.a ?? "";
    default:
      return String((n satisfies UnknownNumber2).wireType);
  }
}

export function note(n: MessageNote): string {
  switch (n) {
    case "low":
    case "high":
      return n;
    default:
      return n satisfies UnknownString;
  }
}

export const known: KnownEvent = { kind: "end", run: "r" };
// @ts-expect-error a program cannot make an unknown variant up
export const forged: Event = { kind: "$unknown", wireType: "x", raw: {} };
// @ts-expect-error the tag is no variant's
export const wrong: Event = { kind: "new", run: "r" };
// @ts-expect-error exactOptionalPropertyTypes: absent is not undefined
export const absent: Event = { kind: "message", run: "r", parts: [], count: null, maybe: undefined };
`)
	w.compiles(t)
}
