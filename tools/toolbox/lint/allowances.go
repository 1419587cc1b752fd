package lint

import (
	"fmt"
	"os"
	"regexp"
	"strings"

	"github.com/onflow/cadence/ast"
)

// allowance matches a comment that allows one category of findings on the next line and gives a reason.
var allowance = regexp.MustCompile(`^\s*// lint-allow ([\w-]+): \S`)

// withoutAllowed removes the findings that an allowance on the previous line covers. An unused allowance is a finding.
func (f findings) withoutAllowed(files []string) (findings, error) {
	byFile := map[string]findings{}
	for _, found := range f {
		byFile[found.file] = append(byFile[found.file], found)
	}
	var left findings
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		left = append(left, byFile[file].withoutLines(parseAllowances(string(text)), file)...)
	}
	return left, nil
}

// parseAllowances maps the line after each allowance to its category.
func parseAllowances(text string) map[int]string {
	allowed := map[int]string{}
	for index, line := range strings.Split(text, "\n") {
		if match := allowance.FindStringSubmatch(line); match != nil {
			allowed[index+2] = match[1]
		}
	}
	return allowed
}

// withoutLines removes the allowed findings of one file; allowed maps lines to categories.
func (f findings) withoutLines(allowed map[int]string, file string) (left findings) {
	used := map[int]bool{}
	for _, found := range f {
		category, ok := allowed[found.line]
		if ok && strings.HasPrefix(found.message, category+":") {
			used[found.line] = true
			continue
		}
		left = append(left, found)
	}
	for line, category := range allowed {
		if !used[line] {
			left.add(file, ast.Position{Line: line - 1}, fmt.Sprintf("lint-allow: nothing of the category %q to allow on the next line", category))
		}
	}
	return left
}
