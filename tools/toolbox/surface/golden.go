package surface

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"dharma-guard/toolbox/flowjson"
)

// header is the start of the golden list.
const header = `# What other code can see and call of the contracts: each member that is not access(self), by contract and type.
# Change it only on purpose, with "npm run generate -- --surface" (toolbox surface --write).
`

// format returns the text of the golden list.
func format(sections []Section) string {
	var text strings.Builder
	text.WriteString(header)
	for _, section := range sections {
		fmt.Fprintf(&text, "\n%s\n", section.Head)
		for _, line := range section.Lines {
			fmt.Fprintf(&text, "  %s\n", line)
		}
	}
	return text.String()
}

// ReadGolden reads the text that format writes.
func ReadGolden(path string) ([]Section, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("the list of the public surface cannot be read: %w", err)
	}
	var sections []Section
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSuffix(line, "\n")
		member, isMember := strings.CutPrefix(line, "  ")
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
		case !isMember:
			sections = append(sections, Section{Path: readPath(line), Head: line})
		case len(sections) == 0:
			return nil, fmt.Errorf("%s: %q belongs to no contract", path, line)
		default:
			last := &sections[len(sections)-1]
			last.Lines = append(last.Lines, member)
		}
	}
	return sections, nil
}

// readPath returns the last word of a head before its conformances.
func readPath(head string) string {
	declared, _, _ := strings.Cut(head, ": ")
	words := strings.Fields(declared)
	return words[len(words)-1]
}

// DescribeProject returns the sections of the product's contracts in a flow.json, sorted by their paths.
func DescribeProject(project *flowjson.Project) ([]Section, error) {
	var sections []Section
	for _, name := range project.ListProduct() {
		source, err := os.ReadFile(project.Contracts[name].Source)
		if err != nil {
			return nil, fmt.Errorf("contract %s cannot be read: %w", name, err)
		}
		described, err := Describe(source)
		if err != nil {
			return nil, fmt.Errorf("contract %s is not valid Cadence: %w", name, err)
		}
		sections = append(sections, described...)
	}
	slices.SortFunc(sections, func(a, b Section) int { return strings.Compare(a.Path, b.Path) })
	return sections, nil
}

// Restricted is a function, a field, or the initializer of a struct, that not everybody can use.
type Restricted struct {
	Owner      string // the path of the contract or type that has it
	Name       string
	IsEntitled bool // otherwise only the contract, or its account, can use it
}

// ListRestricted returns the restricted members of a section. A struct is created by its name in its contract.
func (s Section) ListRestricted() (restricted []Restricted) {
	for _, line := range s.Lines {
		access, declared, _ := strings.Cut(line, ") ")
		declared = strings.TrimPrefix(declared, "view ")
		kind, rest, _ := strings.Cut(declared, " ")
		isInit := strings.HasPrefix(declared, "init(")
		if access == "access(all" || !strings.HasPrefix(access, "access(") || !isInit && !slices.Contains([]string{"fun", "let", "var"}, kind) {
			continue
		}
		if isInit {
			at := strings.LastIndexByte(s.Path, '.')
			restricted = append(restricted, Restricted{Owner: s.Path[:at], Name: s.Path[at+1:]})
			continue
		}
		restricted = append(restricted, Restricted{
			Owner:      s.Path,
			Name:       rest[:strings.IndexAny(rest, "(:")],
			IsEntitled: access != "access(account" && access != "access(contract",
		})
	}
	return restricted
}

// Compare returns what is gone and what is new, each with a sign and the path of its section.
func Compare(before, after []Section) []string {
	old, present := listEntries(before), listEntries(after)
	var differences []string
	for _, entry := range old {
		if !slices.Contains(present, entry) {
			differences = append(differences, "- "+entry)
		}
	}
	for _, entry := range present {
		if !slices.Contains(old, entry) {
			differences = append(differences, "+ "+entry)
		}
	}
	return differences
}

func listEntries(sections []Section) (entries []string) {
	for _, section := range sections {
		entries = append(entries, section.Head)
		for _, line := range section.Lines {
			entries = append(entries, section.Path+": "+line)
		}
	}
	return entries
}
