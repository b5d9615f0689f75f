package lint

import (
	"embed"
	"strings"
)

// pages holds one file per rule: "union/tag-open" is in union-tag-open.md.
//
//go:embed pages/*.md
var pages embed.FS

// pageOf returns the page of r: its heading, the file, and how to switch it off.
// It is "" for a rule without a file, which a test refuses.
func pageOf(r Rule) string {
	body, err := pages.ReadFile("pages/" + strings.ReplaceAll(r.ID, "/", "-") + ".md")
	if err != nil {
		return ""
	}
	level := levelWord(r)
	return "## " + r.ID + "\n\n" + capital(r.Title) + ". Level: " + level + ".\n\n" +
		strings.TrimSpace(string(body)) + "\n\n" + switchOff(r)
}

func levelWord(r Rule) string {
	if r.Off {
		return "off"
	}
	return levels[int(r.Severity)+int(Info)]
}

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

func switchOff(r Rule) string {
	if strings.HasPrefix(r.ID, "waiver/") {
		return "**Switch off.** In `gaia-gen.yaml`, below `lint`: `rules: { " + r.ID + ": off }`.\n"
	}
	verb := "Switch off"
	word := "off"
	if r.Off {
		verb, word = "Switch on", "warn"
	}
	return "**" + verb + ".** In `gaia-gen.yaml`, below `lint`: `rules: { " + r.ID + ": " + word + " }`;\n" +
		"at one place: `waive: [{ rule: " + r.ID + ", at: \"Session.title\", why: \"…\" }]`.\n"
}

// Reference returns docs/rules.md: the table of all rules and their pages.
func Reference() string {
	var b strings.Builder
	b.WriteString("# Rules\n\n" +
		"What `gaia-gen lint` looks for. This file is generated from the rules' pages in `lint/pages`; `gaia-gen explain RULE`\n" +
		"prints one of them. A rule's level is `error`, `warn` or `info`; configuration changes it, or says `off`.\n\n" +
		"| rule | level | what it reports |\n|---|---|---|\n")
	all := All()
	for _, r := range all {
		b.WriteString("| [" + r.ID + "](#" + Anchor(r.ID) + ") | " + levelWord(r) + " | " + r.Title + " |\n")
	}
	for _, r := range all {
		b.WriteString("\n" + r.Page)
	}
	return b.String()
}

// Anchor returns the fragment that GitHub gives the heading of a rule's page in
// docs/rules.md.
func Anchor(id string) string { return strings.ReplaceAll(id, "/", "") }
