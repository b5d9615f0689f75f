package drift

import "fmt"

// Stage says which hop of the way from the sources to the client a file is on.
type Stage uint8

// The stages.
const (
	Output Stage = iota // a generated file; what it should be follows from the schemas
	Schema              // an exported document; what it should be is what its exporter writes
)

// String returns the word that reports print.
func (s Stage) String() string {
	switch s {
	case Output:
		return "generated"
	case Schema:
		return "schema"
	default:
		panic(fmt.Sprintf("drift: unknown stage %d", s))
	}
}

// Status says how a file differs from what is wanted.
type Status uint8

// The statuses.
const (
	Missing   Status = iota // wanted, not there
	Changed                 // there and ours, with other content
	LineEnds                // there and ours, other line ends only
	Stale                   // there and ours, no longer wanted
	Foreign                 // wanted, but what is there does not carry our header
	Renamed                 // wanted under Path, there and ours as From, which nothing wants
	Untracked               // as wanted on disk, but not in the index, so that no commit would hold it
)

// String returns the word for machines: "missing", "line-ends".
func (s Status) String() string {
	switch s {
	case Missing:
		return "missing"
	case Changed:
		return "changed"
	case LineEnds:
		return "line-ends"
	case Stale:
		return "stale"
	case Foreign:
		return "foreign"
	case Renamed:
		return "renamed"
	case Untracked:
		return "untracked"
	default:
		panic(fmt.Sprintf("drift: unknown status %d", s))
	}
}

// Cause says why a file that is there has other content than is wanted.
type Cause uint8

// The causes.
const (
	NoCause        Cause = iota // the status says it all
	SourceMoved                 // what the file is made from changed, and the file was not made again
	Edited                      // the file was changed by hand
	GeneratorMoved              // it was made from the same sources by another version of gaia-gen
	Reformatted                 // it differs in white space and quotes only: a formatter was here
	Reordered                   // an exported document that holds the same values, spelt or ordered differently
	Conflict                    // it holds conflict markers
)

// String returns the words that reports print.
func (c Cause) String() string {
	switch c {
	case NoCause:
		return ""
	case SourceMoved:
		return "source moved"
	case Edited:
		return "edited by hand"
	case GeneratorMoved:
		return "generator moved"
	case Reformatted, Reordered:
		return "only formatting"
	case Conflict:
		return "conflict markers"
	default:
		panic(fmt.Sprintf("drift: unknown cause %d", c))
	}
}

// Finding is one file that is not as wanted.
type Finding struct {
	Path       string // slash path from where reports name files
	From       string // Renamed: the path that the file has now
	Similarity int    // Renamed: percent of lines that are the same, 0 to 100
	Stage      Stage
	Status     Status
	Cause      Cause
	Contract   string // whose file it is; "" if several or none
	// Detail is what is known beyond the cause, in words that can follow it in
	// brackets: "in commit 1a2b3c4", "schemas/pet.json was deleted". "" if nothing.
	Detail string
	Line   int    // the first line that differs in the file as it is, from 1; 0 if there is none
	Got    []byte // the file as it is; nil if absent
	Want   []byte // the file as it should be; nil if it should not be
	AtBase bool   // it was so already where the branches parted
}

// Change is one difference in what the documents of a contract mean.
type Change struct {
	Contract string
	Kind     string // of semdiff: "field-added"
	Path     string // "ChatRequest.temperature"
	Message  string // "new, optional"
}

// Verdict is the outcome of one check.
type Verdict struct {
	Program   string    // whose report it is: "driftcheck" or "gaia-gen"
	Partial   bool      // something could not be told, and is in the diagnostics of the run
	Schemas   int       // documents that were read
	Generated int       // files that were compared
	Findings  []Finding // sorted by path
	Changes   []Change  // in the order to print them
	// Unchanged names schemas whose bytes drifted while no type and no operation did.
	Unchanged []string
	// Following are generated files that are right for the documents as committed and
	// will change with those in Findings. They are no drift of their own.
	Following []Finding
	Notes     []string // what is worth saying and no drift
	Toolchain string   // "gaia-gen.yaml requires 0.4.1, this is 0.5.0", or ""
	Base      string   // the revision that AtBase speaks of, as the user wrote it; "" if none
	Fix       string   // the command that removes the drift
}

// Drifted reports whether anything is not as wanted.
func (v *Verdict) Drifted() bool { return len(v.Findings) > 0 || v.Toolchain != "" }
