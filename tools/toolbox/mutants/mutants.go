// Package mutants makes small changes to a Cadence contract, each of which its tests should notice.
package mutants

import (
	"sort"
	"strings"

	"github.com/onflow/cadence/ast"
	"github.com/onflow/cadence/parser"
)

// Mutant is one change of a source: the text from Start to End becomes Replacement.
type Mutant struct {
	Operator     string
	Start, End   int
	Original     string
	Replacement  string
	Line, Column int    // where the change is, counted from 1
	Place        string // the declarations around it within the contract, such as Proposal.count
	RunsAt       int    // the line that a coverage report counts when the changed code runs
}

// Apply makes the change. Lines keep their numbers.
func (m Mutant) Apply(source []byte) []byte {
	changed := make([]byte, 0, len(source)+len(m.Replacement))
	changed = append(changed, source[:m.Start]...)
	changed = append(changed, m.Replacement...)
	return append(changed, source[m.End:]...)
}

// Generate answers the mutants of a source in the order of their places: at most one for each operator and place.
// Some of them may not pass the checker.
func Generate(source []byte) ([]Mutant, error) {
	program, err := parser.ParseProgram(nil, source, parser.Config{})
	if err != nil {
		return nil, err
	}
	g := &generator{source: source}
	ast.NewInspector(program).WithStack(nil, func(element ast.Element, push bool, stack []ast.Element) bool {
		if !push {
			return true
		}
		if isMessage(element, stack) {
			return false
		}
		g.runsAt, g.place = findRunLine(stack), findPlace(stack)
		g.visit(element)
		return true
	})
	sort.SliceStable(g.mutants, func(i, j int) bool { return g.mutants[i].Start < g.mutants[j].Start })
	return g.mutants, nil
}

// isMessage finds the texts of failures: of conditions, of assert and of panic. They may be changed at will.
func isMessage(element ast.Element, stack []ast.Element) bool {
	if len(stack) < 2 {
		return false
	}
	switch parent := stack[len(stack)-2].(type) {
	case *ast.TestCondition:
		return element == ast.Element(parent.Message)
	case *ast.InvocationExpression:
		if isCallTo(parent, "panic") {
			return element != ast.Element(parent.InvokedExpression)
		}
		for _, argument := range parent.Arguments {
			if isCallTo(parent, "assert") && argument.Label == "message" && element == ast.Element(argument.Expression) {
				return true
			}
		}
	}
	return false
}

func isCallTo(call *ast.InvocationExpression, name string) bool {
	invoked, isIdentifier := call.InvokedExpression.(*ast.IdentifierExpression)
	return isIdentifier && invoked.Identifier.Identifier == name
}

// findRunLine answers the first line of the innermost statement or condition.
func findRunLine(stack []ast.Element) int {
	for i := len(stack) - 1; i >= 0; i-- {
		if runs(stack[i]) {
			return stack[i].StartPosition().Line
		}
	}
	return 0
}

func runs(element ast.Element) bool {
	switch element.(type) {
	case ast.Condition, *ast.VariableDeclaration:
		return true
	case ast.Declaration:
		return false
	case ast.Statement:
		return true
	default:
		return false
	}
}

func findPlace(stack []ast.Element) string {
	var names []string
	for _, element := range stack {
		switch element := element.(type) {
		case *ast.CompositeDeclaration:
			names = append(names, element.Identifier.Identifier)
		case *ast.InterfaceDeclaration:
			names = append(names, element.Identifier.Identifier)
		case *ast.FunctionDeclaration:
			names = append(names, element.Identifier.Identifier)
		case *ast.SpecialFunctionDeclaration:
			names = append(names, element.Kind.Keywords())
		}
	}
	if len(names) < 2 {
		return ""
	}
	return strings.Join(names[1:], ".")
}
