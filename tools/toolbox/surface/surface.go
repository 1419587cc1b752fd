// Package surface lists what other code can see and call of contracts.
package surface

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/onflow/cadence/ast"
	"github.com/onflow/cadence/common"
	"github.com/onflow/cadence/parser"
)

// Section is a contract, a type or an interface: its declaration, and a line for each member that is not access(self).
type Section struct {
	Path  string // such as DharmaVault.GuardedVault
	Head  string // such as "access(all) resource DharmaVault.GuardedVault: Receiver"
	Lines []string
}

// Describe returns the sections of a contract, sorted by their paths, and lists the path literals with the contract.
func Describe(source []byte) ([]Section, error) {
	program, err := parser.ParseProgram(nil, source, parser.Config{})
	if err != nil {
		return nil, err
	}
	var sections []Section
	for _, declaration := range program.Declarations() {
		if declaration.DeclarationMembers() != nil {
			contract := listSections("", declaration)
			contract[0].Lines = slices.Sorted(slices.Values(append(contract[0].Lines, listPathLiterals(declaration)...)))
			sections = append(sections, contract...)
		}
	}
	slices.SortStableFunc(sections, func(a, b Section) int { return strings.Compare(a.Path, b.Path) })
	return sections, nil
}

// listSections returns the section of a declaration, then those of the types in it.
func listSections(parent string, declaration ast.Declaration) []Section {
	section := Section{Path: strings.TrimPrefix(parent+"."+declaration.DeclarationIdentifier().Identifier, ".")}
	section.Head = formatHead(declaration, section.Path)
	var nested []Section
	initial := listInitialPaths(declaration)
	for _, member := range declaration.DeclarationMembers().Declarations() {
		if isSection(member) {
			nested = append(nested, listSections(section.Path, member)...)
		} else if line := formatMember(member); line != "" {
			section.Lines = append(section.Lines, line+initial[member.DeclarationIdentifier().Identifier])
		}
	}
	for i, enumCase := range declaration.DeclarationMembers().EnumCases() {
		section.Lines = append(section.Lines, fmt.Sprintf("case %s = %d", enumCase.Identifier.Identifier, i))
	}
	if len(declaration.DeclarationMembers().EnumCases()) == 0 {
		slices.Sort(section.Lines)
	}
	return append([]Section{section}, nested...)
}

// isSection reports whether a member is a type with members of its own. An event is one line.
func isSection(member ast.Declaration) bool {
	composite, isComposite := member.(*ast.CompositeDeclaration)
	if isComposite && composite.CompositeKind == common.CompositeKindEvent {
		return false
	}
	return member.DeclarationMembers() != nil
}

func formatHead(declaration ast.Declaration, path string) string {
	head := fmt.Sprintf("%s %s %s", declaration.DeclarationAccess().Keyword(), declaration.DeclarationKind().Keywords(), path)
	var conformances []string
	for _, conformance := range listConformances(declaration) {
		conformances = append(conformances, conformance.String())
	}
	if len(conformances) > 0 {
		head += ": " + strings.Join(conformances, ", ")
	}
	return head
}

func listConformances(declaration ast.Declaration) []*ast.NominalType {
	switch declaration := declaration.(type) {
	case *ast.CompositeDeclaration:
		return declaration.Conformances
	case *ast.InterfaceDeclaration:
		return declaration.Conformances
	default:
		return nil
	}
}

// formatMember returns the line of a member; none for access(self), and for the cases of enums.
func formatMember(member ast.Declaration) string {
	access := member.DeclarationAccess()
	if access == ast.AccessSelf {
		return ""
	}
	switch member := member.(type) {
	case *ast.FieldDeclaration:
		name, kind := member.Identifier.Identifier, member.VariableKind.Keyword()
		return reduceSpace(fmt.Sprintf("%s %s %s: %s", access.Keyword(), kind, name, member.TypeAnnotation))
	case *ast.FunctionDeclaration:
		return formatFunction(access.Keyword()+" ", " fun "+member.Identifier.Identifier, member)
	case *ast.SpecialFunctionDeclaration:
		return formatFunction(access.Keyword()+" ", " "+member.Kind.Keywords(), member.FunctionDeclaration)
	case *ast.CompositeDeclaration:
		initializer := member.Members.Initializers()[0].FunctionDeclaration
		return formatFunction(access.Keyword()+" ", "event "+member.Identifier.Identifier, initializer)
	case *ast.EnumCaseDeclaration:
		return ""
	default:
		return reduceSpace(fmt.Sprint(member))
	}
}

func formatFunction(before, name string, function *ast.FunctionDeclaration) string {
	var parameters []string
	if function.ParameterList != nil {
		for _, parameter := range function.ParameterList.Parameters {
			parameters = append(parameters, parameter.String())
		}
	}
	line := fmt.Sprintf("%s%s%s(%s)", before, function.Purity.Keyword(), name, strings.Join(parameters, ", "))
	if function.ReturnTypeAnnotation != nil {
		line += ": " + function.ReturnTypeAnnotation.String()
	}
	return reduceSpace(line)
}

// listInitialPaths maps each field that the initializer sets to a path literal to " = " and that path.
func listInitialPaths(declaration ast.Declaration) map[string]string {
	initial := map[string]string{}
	ast.Inspect(declaration, func(element ast.Element) bool {
		assignment, isAssignment := element.(*ast.AssignmentStatement)
		if !isAssignment {
			return element == ast.Element(declaration) || !isType(element)
		}
		target, isMember := assignment.Target.(*ast.MemberExpression)
		path, isPath := assignment.Value.(*ast.PathExpression)
		if isMember && isPath && target.Expression.String() == "self" {
			initial[target.Identifier.Identifier] = " = " + path.String()
		}
		return true
	})
	return initial
}

func isType(element ast.Element) bool {
	declaration, isDeclaration := element.(ast.Declaration)
	return isDeclaration && declaration.DeclarationMembers() != nil
}

func listPathLiterals(declaration ast.Declaration) []string {
	paths := map[string]bool{}
	ast.Inspect(declaration, func(element ast.Element) bool {
		if path, isPath := element.(*ast.PathExpression); isPath {
			paths["path "+path.String()] = true
		}
		return true
	})
	return slices.Sorted(maps.Keys(paths))
}

func reduceSpace(text string) string {
	return strings.Join(strings.Fields(text), " ")
}
