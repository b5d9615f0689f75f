package report

import (
	"fmt"
	"unicode/utf16"
)

// hashWindow is how many characters the hash of a line looks at.
const hashWindow = 100

// hashBase is the factor of the polynomial.
const hashBase = 37

// endOfText is the character that GitHub appends to a file.
const endOfText = 0xFFFF

// lineHashes returns for each line of data the value that GitHub's upload action
// expects as primaryLocationLineHash: a hash of the first hundred UTF-16 units
// from the start of the line on, where spaces and tabs do not count and each
// line end is one line feed, then which occurrence of that hash it is. It stays
// as it is when the line moves; any other value makes the action warn.
func lineHashes(data []byte) []string {
	units, starts := hashedUnits(data)
	top := uint64(1)
	for range hashWindow {
		top *= hashBase
	}
	out := make([]string, 0, len(starts))
	seen := map[uint64]int{}
	var sum uint64
	next := 0 // index into units of the first one not yet in the window
	for _, start := range starts {
		for next < start+hashWindow {
			sum = sum*hashBase + unitAt(units, next) - top*unitAt(units, next-hashWindow)
			next++
		}
		seen[sum]++
		out = append(out, fmt.Sprintf("%x:%d", sum, seen[sum]))
	}
	return out
}

// unitAt returns the unit at i, zero outside.
func unitAt(units []uint16, i int) uint64 {
	if i < 0 || i >= len(units) {
		return 0
	}
	return uint64(units[i])
}

// hashedUnits returns the units that count and where among them lines start.
func hashedUnits(data []byte) (units []uint16, starts []int) {
	units = make([]uint16, 0, len(data))
	atStart, afterCR := true, false
	for _, r := range string(data) + string(rune(endOfText)) {
		skip := r == ' ' || r == '\t' || afterCR && r == '\n'
		afterCR = r == '\r'
		if skip {
			continue
		}
		if atStart {
			starts = append(starts, len(units))
		}
		atStart = r == '\n' || r == '\r'
		if r == '\r' {
			r = '\n'
		}
		units = utf16.AppendRune(units, r)
	}
	return units, starts
}
