package report

import (
	"net/url"
	"path"
	"reflect"
	"slices"
	"strings"

	"github.com/amd-gaia/gaia-gen/internal/source"
)

// sarifLocationOf returns where loc is: in a file, in a document, or both.
func sarifLocationOf(loc source.Loc) sarifLocation {
	var out sarifLocation
	if fileName(loc) != "" {
		out.PhysicalLocation = &sarifPhysical{Artifact: artifact(loc.Span.File), Region: region(loc.Span)}
	}
	if loc.Pointer != "" {
		out.LogicalLocations = []sarifLogical{{FullyQualifiedName: loc.Pointer}}
	}
	return out
}

// region returns the lines and columns of s; of a file without data the first
// line, since code hosts want one.
func region(s source.Span) *sarifRegion {
	if !positioned(s) {
		return &sarifRegion{StartLine: 1}
	}
	from, to := bounds(s)
	return &sarifRegion{StartLine: from.Line, StartColumn: from.Column, EndLine: to.Line, EndColumn: to.Column}
}

// artifact returns the file as a URI relative to the root of the repository, or
// as an absolute one when its name is an absolute path.
func artifact(f *source.File) sarifArtifact {
	if path.IsAbs(f.Name) {
		return sarifArtifact{URI: (&url.URL{Scheme: "file", Path: f.Name}).String()}
	}
	u := url.URL{Path: strings.TrimPrefix(f.Name, "./")}
	return sarifArtifact{URI: u.String(), URIBaseID: sourceRoot}
}

// webURI returns address when it is an absolute URI, else "".
func webURI(address string) string {
	u, err := url.Parse(address)
	if err != nil || !u.IsAbs() {
		return ""
	}
	return u.String()
}

// sarifFixes returns the fixes that are within files with known text, each with
// its edits gathered by file in order of appearance. No two are alike.
func sarifFixes(fixes []Fix) []sarifFix {
	var out []sarifFix
	for _, fix := range fixes {
		changes := sarifChanges(fix.Edits)
		if changes == nil {
			continue
		}
		f := sarifFix{Changes: changes}
		if fix.Description != "" {
			f.Description = &sarifMessage{Text: validText(literal(fix.Description))}
		}
		if slices.ContainsFunc(out, func(o sarifFix) bool { return reflect.DeepEqual(o, f) }) {
			continue
		}
		out = append(out, f)
	}
	return out
}

// sarifChanges returns the edits, nil when one of them has no position: half a
// fix is none.
func sarifChanges(edits []Edit) []sarifChange {
	var out []sarifChange
	index := map[string]int{}
	for _, e := range edits {
		if !positioned(e.Span) {
			return nil
		}
		i, known := index[e.Span.File.Name]
		if !known {
			i = len(out)
			index[e.Span.File.Name] = i
			out = append(out, sarifChange{Artifact: artifact(e.Span.File)})
		}
		rep := sarifReplacement{DeletedRegion: *region(e.Span)}
		if e.Text != "" {
			rep.InsertedContent = &sarifContent{Text: validText(e.Text)}
		}
		out[i].Replacements = append(out[i].Replacements, rep)
	}
	return out
}
