package contracts

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/amd-gaia/gaia-gen/internal/tstest"
)

// inTypeScript returns the contract's generated TypeScript, run by Node.
func (c shipped) inTypeScript(t *testing.T) language {
	p := tstest.New(t, root)
	p.Copy(t, "golden/"+c.name+"/ts", "contract")
	p.Copy(t, "tests/contracts/testdata/codec.ts", "codec.ts")
	p.Compile(t)
	return func(batch []sent) []received {
		var input strings.Builder
		e := json.NewEncoder(&input)
		for _, m := range batch {
			if err := e.Encode(m); err != nil {
				t.Fatal(err)
			}
		}
		out := make([]received, len(batch))
		d := json.NewDecoder(strings.NewReader(p.Run(t, "codec.ts", input.String())))
		for i := range out {
			if err := d.Decode(&out[i]); err != nil {
				t.Fatalf("result %d of %d: %v", i, len(batch), err)
			}
		}
		return out
	}
}

// TestSDKUsage compiles the uses that the agent runtime's SDK promises against
// the generated types: their names are the SDK's public names.
func TestSDKUsage(t *testing.T) {
	p := tstest.New(t, root)
	p.Copy(t, "golden/gaia/ts", "contract")
	p.Copy(t, "tests/contracts/testdata/usage.ts", "usage.ts")
	p.Compile(t)
}
