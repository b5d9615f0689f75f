package loader

import (
	"fmt"
	"os"
	"testing"

	"github.com/amd-gaia/gaia-gen/internal/diag"
)

func TestScratch(t *testing.T) {
	if os.Getenv("IN") == "" {
		t.Skip()
	}
	var out diag.List
	res, err := Load(os.DirFS(os.Getenv("DIR")), Options{Inputs: []string{os.Getenv("IN")}}, &out)
	fmt.Println("err", err)
	diag.WriteText(os.Stdout, out.Sorted(), false)
	if res != nil && res.Document != nil {
		fmt.Println(dump(res.Document))
	}
}
