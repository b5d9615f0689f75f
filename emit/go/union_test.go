package golang

import (
	"go/format"
	"strings"
	"testing"
)

func TestEmptyBodyIsFormatted(t *testing.T) {
	for n := 60; n < 120; n++ {
		src := "package p\n\n" + emptyBody("func (*"+strings.Repeat("X", n-16)+") isX()") + "\n"
		got, err := format.Source([]byte(src))
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != src {
			t.Errorf("%d: gofmt changes %q", n, src)
		}
	}
}
