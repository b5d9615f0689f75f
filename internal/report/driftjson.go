package report

import "github.com/amd-gaia/gaia-gen/internal/drift"

// The JSON format of a verdict, which docs/drift-report.schema.json describes. Every
// key is always there; null means that there is none.
type (
	jsonDrift struct {
		SchemaVersion int                `json:"schema_version"`
		Tool          jsonTool           `json:"tool"`
		InSync        bool               `json:"in_sync"`
		Complete      bool               `json:"complete"`
		Checked       jsonChecked        `json:"checked"`
		Toolchain     *string            `json:"toolchain"`
		Base          *string            `json:"base"`
		Findings      []jsonDriftFinding `json:"findings"`
		Changes       []jsonChange       `json:"changes"`
		Unchanged     []string           `json:"unchanged"`
		Follow        int                `json:"follow"`
		Notes         []string           `json:"notes"`
		Fix           *string            `json:"fix"`
	}
	jsonChecked struct {
		Schemas   int `json:"schemas"`
		Generated int `json:"generated"`
	}
	jsonDriftFinding struct {
		Path          string  `json:"path"`
		From          *string `json:"from"`
		Similarity    *int    `json:"similarity"`
		Stage         string  `json:"stage"`
		Status        string  `json:"status"`
		Cause         *string `json:"cause"`
		Contract      *string `json:"contract"`
		Detail        *string `json:"detail"`
		Line          *int    `json:"line"`
		AlreadyAtBase bool    `json:"already_at_base"`
		Message       string  `json:"message"`
		Diff          string  `json:"diff"`
	}
	jsonChange struct {
		Contract string `json:"contract"`
		Kind     string `json:"kind"`
		Path     string `json:"path"`
		Message  string `json:"message"`
	}
)

func renderDriftJSON(v *drift.Verdict, o DriftOptions) ([]byte, error) {
	doc := jsonDrift{
		SchemaVersion: schemaVersion,
		Tool:          jsonTool{Name: v.Program, Version: o.Tool.Version},
		InSync:        !v.Drifted() && !v.Partial,
		Complete:      !v.Partial,
		Checked:       jsonChecked{v.Schemas, v.Generated},
		Toolchain:     orNull(v.Toolchain),
		Base:          orNull(v.Base),
		Findings:      []jsonDriftFinding{},
		Changes:       []jsonChange{},
		Unchanged:     append([]string{}, v.Unchanged...),
		Follow:        len(v.Following),
		Notes:         append([]string{}, v.Notes...),
		Fix:           orNull(v.Fix),
	}
	for _, f := range v.Findings {
		x := jsonDriftFinding{
			Path: f.Path, From: orNull(f.From), Stage: f.Stage.String(), Status: f.Status.String(), Cause: orNull(f.Cause.String()),
			Contract: orNull(f.Contract), Detail: orNull(f.Detail), AlreadyAtBase: f.AtBase, Message: driftLine(f), Diff: string(drift.Patch(f)),
		}
		if f.Status == drift.Renamed {
			x.Similarity = &f.Similarity
		}
		if f.Line > 0 {
			x.Line = &f.Line
		}
		doc.Findings = append(doc.Findings, x)
	}
	for _, c := range v.Changes {
		doc.Changes = append(doc.Changes, jsonChange(c))
	}
	return marshal(doc)
}

// orNull is s, or null for none.
func orNull(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
