package naming

// Nearest returns the word that is at most two edits (a third of its length)
// away from s, or "".
func Nearest(s string, words []string) string {
	best, limit := "", 0
	for _, w := range words {
		d := distance(s, w)
		if d <= max(1, min(2, len(w)/3)) && (best == "" || d < limit) {
			best, limit = w, d
		}
	}
	return best
}

// distance is the Levenshtein distance in bytes.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
