package lint

import "testing"

func TestAllowancesPermitOneCategoryOnTheNextLine(t *testing.T) {
	text := "// lint-allow security: proven elsewhere\nfun a()\n// lint-allow security\nfun b()\n// lint-allow unused: no longer so\nfun c()\n"
	found := findings{
		{file: "x.cdc", line: 2, column: 1, message: "security: open"},
		{file: "x.cdc", line: 2, column: 1, message: "error: broken"},
		{file: "x.cdc", line: 4, column: 1, message: "security: open"},
	}
	var messages []string
	for _, left := range (found.withoutLines(parseAllowances(text), "x.cdc")).sorted() {
		messages = append(messages, left.String())
	}
	want := []string{
		"x.cdc:2:1: error: broken",
		"x.cdc:4:1: security: open",
		"x.cdc:5:1: lint-allow: nothing of the category \"unused\" to allow on the next line",
	}
	if len(messages) != len(want) {
		t.Fatalf("left: %q", messages)
	}
	for index, message := range want {
		if messages[index] != message {
			t.Errorf("left %q, want %q", messages[index], message)
		}
	}
}
