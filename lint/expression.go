package lint

import (
	"regexp"
	"sync"
)

// expression returns a regular expression that is compiled when it is first asked
// for: a command that does not lint starts without them.
func expression(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}
