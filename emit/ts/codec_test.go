package ts_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/amd-gaia/gaia-gen/emit/ts"
)

// codecScript decodes the values of each case, encodes what that gives, and
// prints both, or the problem with its class. Values are frozen before. With the
// direction "encode" the value, an expression, is encoded only.
const codecScript = `
import fs from "node:fs";
import * as codecs from "./out/gen/decode.js";
const freeze = (value) => {
  if (typeof value !== "object" || value === null) return value;
  for (const k of Object.keys(value)) freeze(value[k]);
  return Object.freeze(value);
};
const attempt = (f) => {
  try {
    return [f()];
  } catch (error) {
    if (!(error instanceof codecs.CodecError)) throw error;
    return [undefined, error.name + ": " + error.message];
  }
};
const lines = JSON.parse(fs.readFileSync("cases.json", "utf8")).map(({ type, value, direction }) => {
  if (direction === "encode") {
    const [sent, problem] = attempt(() => codecs["encode" + type](freeze((0, eval)("(" + value + ")"))));
    return problem ?? JSON.stringify(sent);
  }
  const wire = freeze(JSON.parse(value));
  const [read, problem] = attempt(() => codecs["decode" + type](wire));
  if (problem) return problem;
  const [sent, again] = attempt(() => codecs["encode" + type](freeze(read)));
  const same = read === wire && sent === wire ? " as it is" : "";
  const back = again ?? JSON.stringify(sent);
  return JSON.stringify(read) + (back === JSON.stringify(wire) ? " and back" + same : " but back " + back);
});
console.log(JSON.stringify(lines));
`

// codecCase is a value of a type and what is to become of it.
type codecCase struct {
	Type      string `json:"type"`
	Value     string `json:"value"`
	Direction string `json:"direction"`
	want      string
}

func read(name, value, want string) codecCase {
	return codecCase{Type: name, Value: value, want: want}
}

func write(name, value, want string) codecCase {
	return codecCase{Type: name, Value: value, Direction: "encode", want: want}
}

// runCodecs runs the cases on the codecs in gen of w.
func (w workspace) runCodecs(t *testing.T, cases []codecCase) {
	t.Helper()
	data, err := json.Marshal(cases)
	if err != nil {
		t.Fatal(err)
	}
	w.write(t, "cases.json", string(data))
	w.write(t, "run.mjs", codecScript)
	var got []string
	if err := json.Unmarshal([]byte(w.node(t, "run.mjs")), &got); err != nil {
		t.Fatal(err)
	}
	var want, labelled []string
	for i, c := range cases {
		label := c.Type + " " + c.Value + " -> "
		want = append(want, label+c.want)
		labelled = append(labelled, label+got[i])
	}
	if diff := cmp.Diff(want, labelled); diff != "" {
		t.Errorf("codecs (-want +got):\n%s", diff)
	}
}

// TestCamelCodecs takes values to camelCase and back: members in every position,
// hostile names, what is not declared, unknown variants, and unions without tags.
func TestCamelCodecs(t *testing.T) {
	w := newWorkspace(t, emitJS)
	w.add(t, "gen", generateAs(t, casingDocument(), ts.Options{Casing: ts.Camel}))
	w.compiles(t)
	const run, sdk = `{"run_id":"r"}`, `{"runId":"r"}`
	w.runCodecs(t, []codecCase{
		read("Run", `{"run_id":"r","event_id":1}`, `{"runId":"r","eventId":1} and back`),
		read("Run", `{"run_id":"r","other_member":{"run_id":1}}`, `{"runId":"r","other_member":{"run_id":1}} and back`),
		read("Run", `{"run_id":"r","eventId":1}`, `DecodeError: $.eventId has the name that "event_id" is given`),
		read("Run", `{"run_id":"r","event_id":1,"eventId":1}`, `DecodeError: $.eventId has the name that "event_id" is given`),
		read("Run", `{"run_id":5}`, `DecodeError: $.run_id is no string, got number`),
		write("Run", `{runId: 5}`, `EncodeError: $.runId is no string, got number`),
		write("Run", `{runId: "r", run_id: "s"}`, `EncodeError: $.run_id has the name that "runId" is given`),
		write("Run", `{runId: "r", eventId: undefined, other: undefined, run_id: undefined}`, `{"run_id":"r"}`),
		write("Run", `{runId: "r", eventId: NaN}`, `EncodeError: $.eventId is no integer, got NaN`),
		write("Run", `{run_id: "r"}`, `EncodeError: $.runId is missing`),
		read("Alias", run, sdk+` and back`),
		read("Runs", `[`+run+`,`+run+`]`, `[`+sdk+`,`+sdk+`] and back`),
		read("RunMap", `{"run_id":`+run+`,"__proto__":`+run+`,"constructor":`+run+`}`, `{"run_id":`+sdk+`,"__proto__":`+sdk+`,"constructor":`+sdk+`} and back`),
		read("Text", `"run_id"`, `"run_id" and back as it is`),
		read("Json", `{"run_id":1}`, `{"run_id":1} and back as it is`),
		read("Never", `1`, `DecodeError: $ is not allowed, got number`),
		read("Nothing", `null`, `null and back as it is`),
		read("Nothing", `{"a_b":"x"}`, `{"aB":"x"} and back`),
		read("Deep", `{"run_list":[`+run+`],"by_name":{"a_b":`+run+`},"a_pair":[`+run+`,null,`+run+`],"free_form":{"run_id":{"event_id":1}},"or_null":null,"the_deep":{"run_list":[]}}`,
			`{"runList":[`+sdk+`],"byName":{"a_b":`+sdk+`},"aPair":[`+sdk+`,null,`+sdk+`],"freeForm":{"run_id":{"event_id":1}},"orNull":null,"theDeep":{"runList":[]}} and back`),
		read("Deep", `{"run_list":[],"the_deep":{"run_list":[{"run_id":null}]}}`, `DecodeError: $.the_deep.run_list[0].run_id is no string, got null`),
		write("Deep", `{runList: [], theDeep: {runList: [{runId: null}]}}`, `EncodeError: $.theDeep.runList[0].runId is no string, got null`),
		read("Hostile", `{"__proto__":`+run+`,"constructor":"c","to_string":"s","_private_key":"p","$ref":"r","two words":"w","😀_key":"k","größe_max":"g","URL":"u","content-type":"t"}`,
			`{"__proto__":`+sdk+`,"constructor":"c","toString":"s","_privateKey":"p","$ref":"r","two words":"w","😀_key":"k","größeMax":"g","url":"u","contentType":"t"} and back`),
		read("Hostile", `{"memory.three_tier":true,"has_own_property":`+run+`,"already_":"a","imageURL":"i","ID_list":"l","ID_LIST":1,"Url":2}`,
			`{"memory.three_tier":true,"hasOwnProperty":`+sdk+`,"already_":"a","imageURL":"i","idList":"l","ID_LIST":1,"Url":2} and back`),
		read("Hostile", `{"__proto__":{"run_id":1}}`, `DecodeError: $.__proto__.run_id is no string, got number`),
		read("Hostile", `{"toString":"x"}`, `DecodeError: $.toString has the name that "to_string" is given`),
		read("Event", `{"event_type":"run_start","run_id":"r","the_deep":{"run_list":[`+run+`]}}`, `{"eventType":"run_start","runId":"r","theDeep":{"runList":[`+sdk+`]}} and back`),
		read("Event", `{"event_type":"new_one","run_id":"r","other_id":1}`,
			`{"eventType":"$unknown","wireType":"new_one","raw":{"event_type":"new_one","run_id":"r","other_id":1},"runId":"r"} and back`),
		read("Event", `{"event_type":"run_start","run_id":1}`, `DecodeError: $.run_id is no string, got number (variant run_start)`),
		read("Event", `{"eventType":"run_start","run_id":"r"}`, `DecodeError: $.event_type is missing`),
		write("Event", `{eventType: "run_end", runId: "r", exitCode: 1.5}`, `EncodeError: $.exitCode is no integer, got number (variant run_end)`),
		write("Event", `{eventType: "new_one", runId: "r"}`, `EncodeError: $.eventType is no known tag, got "new_one"`),
		write("Event", `{eventType: "$unknown", wireType: "x"}`, `EncodeError: $.raw is missing`),
		write("Event", `{eventType: "$unknown", wireType: "x", raw: {event_type: "x"}}`, `{"event_type":"x"}`),
		read("Either", `{"run_id":"r","a_b":"x"}`, `{"runId":"r","aB":"x"} and back`),
		read("Either", `{"run_id":"r","event_id":1}`, `{"runId":"r","eventId":1} and back`),
		read("Either", `{"run_id":"r","event_id":1,"c_d":[{"event_type":"new","run_id":"q"},{"event_type":"run_end","run_id":"q","exit_code":0}]}`,
			`{"runId":"r","eventId":1,"cD":[{"eventType":"$unknown","wireType":"new","raw":{"event_type":"new","run_id":"q"},"runId":"q"},{"eventType":"run_end","runId":"q","exitCode":0}]} and back`),
		read("Either", `{"kind_of":"other_one","c_d":"x"}`, `{"kindOf":"other_one","cD":"x"} and back`),
		read("Either", `{"kind_of":"x_y","a_b":"x"}`, `{"kindOf":"x_y","aB":"x"} and back`),
		read("Either", `{"kind_of":"newer","a_b":"x"}`, `{"kindOf":"newer","aB":"x"} and back`),
		read("Either", `[{"run_id":"r"}]`, `[{"runId":"r"}] and back`),
		read("Either", `{"run_id":1,"x_y":2}`, `{"run_id":1,"x_y":2} and back as it is`),
		read("Either", `{"free_form":[{"a_b":1}]}`, `{"free_form":[{"a_b":1}]} and back as it is`),
		read("Either", `"a_b"`, `"a_b" and back as it is`),
		read("Either", `5`, `DecodeError: $ fits no variant, got number`),
		read("Extra", `{"the_id":"i","a_b":`+run+`}`, `{"theId":"i","a_b":`+sdk+`} and back`),
		read("Extra", `{"the_id":"i","theId":`+run+`}`, `DecodeError: $.theId has the name that "the_id" is given`),
		read("Patterns", `{"x_id":"i","x_b":"s","y":`+run+`,"zz":{"x_id":1}}`, `{"xId":"i","x_b":"s","y":`+sdk+`,"zz":{"x_id":1}} and back`),
		write("Patterns", `{xId: "i", x_b: 1}`, `EncodeError: $.x_b is no string, got number`),
	})
}

// TestWireCodecs is about encoders without another casing: what does not change
// is returned as it is.
func TestWireCodecs(t *testing.T) {
	w := newWorkspace(t, emitJS)
	w.add(t, "gen", generateAs(t, decodeDocument(), ts.Options{Decode: ts.DecodeAll}))
	w.compiles(t)
	const message = `{"kind":"message","run":"r","count":null,`
	w.runCodecs(t, []codecCase{
		read("Event", message+`"parts":[]}`, message+`"parts":[]} and back as it is`),
		read("Event", message+`"parts":[],"pair":["a",1,true],"either":["x"]}`, message+`"parts":[],"pair":["a",1,true],"either":["x"]} and back as it is`),
		read("Message", message+`"parts":[{"type":"new","y":1}],"by name":{"a":{"type":"newer"},"b":{"type":"text","text":""}}}`,
			message+`"parts":[{"type":"$unknown","wireType":"new","raw":{"type":"new","y":1}}],"by name":{"a":{"type":"$unknown","wireType":"newer","raw":{"type":"newer"}},"b":{"type":"text","text":""}}} and back`),
		read("Number", `{"n":7}`, `{"n":"$unknown","wireType":7,"raw":{"n":7}} and back`),
		read("Number", `{"n":1}`, `{"n":1} and back as it is`),
		read("Number", `{"n":"$unknown","raw":{}}`, `DecodeError: $.n is no number, got "$unknown"`),
		read("Event", `{"kind":"$unknown","raw":{"kind":"end"}}`, `{"kind":"$unknown","wireType":"$unknown","raw":{"kind":"$unknown","raw":{"kind":"end"}}} and back`),
		write("Number", `{n: 7}`, `EncodeError: $.n is no known tag, got "7"`),
		write("Number", `{n: 1, a: undefined}`, `{"n":1}`),
		write("Number", `{n: undefined}`, `EncodeError: $.n is missing`),
		write("Event", message+`parts: [undefined]}`, `EncodeError: $.parts[0] is no object (variant message)`),
		write("Event", message+`parts: [], pair: ["a", Infinity]}`, `EncodeError: $.pair[1] is no number, got Infinity (variant message)`),
		write("Closed", `{kind: "$unknown", raw: {}}`, `EncodeError: $.kind is no known tag, got "$unknown"`),
	})
}

// TestStrictCodecs checks what schemas refuse beside types.
func TestStrictCodecs(t *testing.T) {
	w := newWorkspace(t, emitJS)
	w.add(t, "gen", generateAs(t, limitsDocument(), ts.Options{Decode: ts.DecodeStrict}))
	w.compiles(t)
	ok := func(name, value string) codecCase { return read(name, value, value+" and back as it is") }
	no := func(name, value, problem string) codecCase { return read(name, value, "DecodeError: "+problem) }
	w.runCodecs(t, []codecCase{
		ok("Port", `1`), ok("Port", `65534`),
		no("Port", `0`, `$ is less than 1`),
		no("Port", `65535`, `$ is not less than 65535`),
		write("Port", `0`, `EncodeError: $ is less than 1`),
		ok("Limits", `{"ratio":0.07}`), ok("Limits", `{"ratio":1e+21}`), ok("Limits", `{"ratio":1.1}`), ok("Limits", `{"ratio":4.35}`),
		no("Limits", `{"ratio":0}`, `$.ratio is not more than 0`),
		no("Limits", `{"ratio":0.075}`, `$.ratio is no multiple of 0.01`),
		no("Limits", `{"ratio":1e-7}`, `$.ratio is no multiple of 0.01`),
		no("Limits", `{"ratio":1e400}`, `$.ratio is no number, got Infinity`),
		ok("Slug", `"ab"`), ok("Slug", `"éaßz"`),
		no("Slug", `"a"`, `$ has fewer characters than 2`),
		no("Slug", `"abcde"`, `$ has more characters than 4`),
		no("Slug", `"😀😀😀"`, `$ does not match the pattern ^[\p{L}a-z/"]+$, got "😀😀😀"`),
		no("Slug", `"😀😀😀😀😀"`, `$ has more characters than 4`),
		ok("Limits", `{"bad":"("}`),
		ok("Pair", `{"left":1,"right":"ab"}`),
		no("Pair", `{"left":1,"righ":"ab"}`, `$.righ is not allowed, got "ab"`),
		no("Pair", `{"left":1,"__proto__":"ab"}`, `$.__proto__ is not allowed, got "ab"`),
		no("Pair", `{}`, `$ has fewer members than 1`),
		no("Pair", `{"left":1,"right":"ab","x":1}`, `$ has more members than 2`),
		write("Pair", `{left: 1, right: undefined, other: undefined, more: undefined}`, `{"left":1}`),
		ok("Limits", `{"list":["ab","ac"]}`),
		no("Limits", `{"list":[]}`, `$.list has fewer items than 1`),
		no("Limits", `{"list":["ab","ac","ad","ae"]}`, `$.list has more items than 3`),
		no("Limits", `{"list":["ab","ac","ab"]}`, `$.list has equal items: 0 and 2`),
		no("Limits", `{"list":["ab","a"]}`, `$.list[1] has fewer characters than 2`),
		ok("Limits", `{"set":[1,"1",[1],["1"],{"a":1,"b":2},{"a":1},null,"null",true,"true",{},[],{"a":{"b":1}},"[1]",[[1]],[1,1]]}`),
		no("Limits", `{"set":[{"a":1,"b":[{"c":2,"d":3}]},{"b":[{"d":3,"c":2}],"a":1}]}`, `$.set has equal items: 0 and 1`),
		no("Limits", `{"set":[1,2,1.0]}`, `$.set has equal items: 0 and 2`),
		ok("Limits", `{"map":{"k":1}}`),
		no("Limits", `{"map":{}}`, `$.map has fewer members than 1`),
		no("Limits", `{"map":{"kkkk":1}}`, `$.map.kkkk has more characters than 3`),
		no("Limits", `{"map":{"a":1}}`, `$.map.a does not match the pattern ^k, got "a"`),
		no("Limits", `{"map":{"k":1,"k1":1,"k2":1}}`, `$.map has more members than 2`),
		ok("Limits", `{"free":{"a":[1]}}`),
		no("Limits", `{"free":{}}`, `$.free has fewer members than 1`),
		ok("Limits", `{"none":{}}`),
		no("Limits", `{"none":{"a":null}}`, `$.none.a is not allowed, got null`),
		ok("Limits", `{"a":{"a1":1}}`),
		no("Limits", `{"a":{"a1":0}}`, `$.a.a1 is less than 1`),
		no("Limits", `{"a":{"b":1}}`, `$.a.b is not allowed, got number`),
		ok("Limits", `{"maybe":[null,1]}`),
		no("Limits", `{"maybe":[null,0]}`, `$.maybe[1] is less than 1`),
		no("Limits", `{"maybe":[null,1,1]}`, `$.maybe has more items than 2`),
		ok("Either", `{"left":"a"}`), ok("Either", `{"right":"a","x":1}`), ok("Either", `"ab"`),
		no("Either", `{"left":"a","right":"b"}`, `$ fits 2 variants, not one`),
		no("Either", `"abc"`, `$ fits 2 variants, not one`),
		no("Either", `1`, `$ fits no variant, got number`),
		ok("Exactly", `"a"`), ok("Exactly", `"c"`), ok("Exactly", `"new"`), ok("Exactly", `5`),
	})
}

// TestCamelStrictCodecs has limits on renamed members.
func TestCamelStrictCodecs(t *testing.T) {
	doc := casingDocument()
	w := newWorkspace(t, emitJS)
	for _, typ := range doc.Types {
		closeObject(typ)
	}
	w.add(t, "gen", generateAs(t, doc, ts.Options{Casing: ts.Camel, Decode: ts.DecodeStrict}))
	w.compiles(t)
	w.runCodecs(t, []codecCase{
		read("Run", `{"run_id":"r","event_id":1}`, `{"runId":"r","eventId":1} and back`),
		read("Run", `{"run_id":"r","eventId":1}`, `DecodeError: $.eventId is not allowed, got number`),
		read("Run", `{"run_id":"r","zz":1}`, `DecodeError: $.zz is not allowed, got number`),
		write("Run", `{runId: "r", run_id: "s"}`, `EncodeError: $.run_id is not allowed, got "s"`),
		read("Event", `{"event_type":"new_one","run_id":"r","other_id":1}`,
			`{"eventType":"$unknown","wireType":"new_one","raw":{"event_type":"new_one","run_id":"r","other_id":1},"runId":"r"} and back`),
		read("Extra", `{"the_id":"i","a_b":{"run_id":"r","x":1}}`, `DecodeError: $.a_b.x is not allowed, got number`),
	})
}

// TestCamelNeedsCodecs refuses options that would give types no value has.
func TestCamelNeedsCodecs(t *testing.T) {
	_, err := ts.Emit(casingDocument(), ts.Options{Casing: ts.Camel, Decode: ts.DecodeNone}, nil)
	if err == nil || !strings.Contains(err.Error(), "camel") {
		t.Errorf("got %v", err)
	}
}
