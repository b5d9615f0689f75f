package ts

import (
	"testing"
	"unicode/utf8"
)

// TestCamel holds to the table what becomes of a name.
func TestCamel(t *testing.T) {
	for in, want := range map[string]string{
		"run_id": "runId", "event_id": "eventId", "base_url": "baseUrl", "id": "id", "runId": "runId", "fooBar2Baz": "fooBar2Baz",
		"imageURL": "imageURL", "imageURL_list": "imageUrlList", "URL": "url", "HTTPCode": "httpCode", "UserName": "userName", "STATUS_CODE": "statusCode",
		"_id": "_id", "__typename": "__typename", "_private_key": "_privateKey", "$ref": "$ref", "$defs_map": "$defsMap", "class_": "class_", "__proto__": "__proto__",
		"content-type": "contentType", "x--y__z": "xYZ", "memory.three_tier": "memory.three_tier", "two words": "two words", "@id": "@id", "a:b_c": "a:b_c",
		"line_2_text": "line2Text", "v1_beta": "v1Beta", "2_fast": "2_fast", "-1": "-1", "a-": "a-", "": "", "_": "_", "$": "$", "😀_key": "😀_key",
		"größe_max": "größeMax", "日本_語": "日本語", "constructor": "constructor", "to_string": "toString",
	} {
		if got := camel(in); got != want {
			t.Errorf("camel(%q) = %q, want %q", in, got, want)
		}
	}
}

// FuzzCamel looks for names that change twice, which would rename a member into
// another's name.
func FuzzCamel(f *testing.F) {
	for _, seed := range []string{"run_id", "A_b", "_$_x_", "İ_x", "ǅ_a", "a-_b", "ß_s", "x_2y", "ΑΣ_Σ", "e\u0301_X"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, name string) {
		if !utf8.ValidString(name) {
			return
		}
		once := camel(name)
		if twice := camel(once); twice != once {
			t.Errorf("camel(%q) = %q, and of that %q", name, once, twice)
		}
	})
}
