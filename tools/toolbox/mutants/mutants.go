// Package mutants makes small changes to a Cadence contract. Tests should detect each of them.
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
	Place        string // the enclosing declarations within the contract, such as Proposal.count
	RunsAt       int    // the line that a coverage report counts when the changed code runs
}

// Apply returns the changed source. Line numbers do not change.
func (m Mutant) Apply(source []byte) []byte {
	changed := make([]byte, 0, len(source)+len(m.Replacement))
	changed = append(changed, source[:m.Start]...)
	changed = append(changed, m.Replacement...)
	return append(changed, source[m.End:]...)
}

// Generate returns the mutants of a source in source order, at most one for each operator and range.
// Some of them may not pass the checker.
func Generate(source []byte) ([]Mutant, error) {
	program, err := parser.ParseProgram(nil, source, parser.Config{})
	if err != nil {
		return nil, err
	}
	g := &generator{source: source, entitlements: listEntitlements(program)}
	ast.NewInspector(program).WithStack(nil, func(element ast.Element, push bool, stack []ast.Element) bool {
		if !push {
			return true
		}
		if isMessage(element, stack) {
			return false
		}
		g.runsAt, g.place = findRunLine(stack), findDeclarationPath(stack)
		g.visit(element, stack)
		return true
	})
	sort.SliceStable(g.mutants, func(i, j int) bool { return g.mutants[i].Start < g.mutants[j].Start })
	return g.mutants, nil
}

// isMessage reports whether an element is a failure message of a condition, assert or panic. These are not mutated.
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

// findRunLine returns the first line of the innermost statement or condition; for the head of a function the first line
// of its body, for a field that of the initializer.
func findRunLine(stack []ast.Element) int {
	for i := len(stack) - 1; i >= 0; i-- {
		if isExecutable(stack[i]) {
			return stack[i].StartPosition().Line
		}
		switch element := stack[i].(type) {
		case *ast.FunctionDeclaration:
			return findFirstLine(element)
		case *ast.CompositeDeclaration:
			if initializers := element.Members.Initializers(); len(initializers) > 0 {
				return findFirstLine(initializers[0].FunctionDeclaration)
			}
		}
	}
	return 0
}

func findFirstLine(function *ast.FunctionDeclaration) int {
	block := function.FunctionBlock
	switch {
	case block == nil:
		return 0
	case !block.PreConditions.IsEmpty():
		return block.PreConditions.Conditions[0].StartPosition().Line
	case block.HasStatements():
		return block.Block.Statements[0].StartPosition().Line
	default:
		return 0
	}
}

func isExecutable(element ast.Element) bool {
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

// findDeclarationPath returns the names of the enclosing declarations, without the contract.
func findDeclarationPath(stack []ast.Element) string {
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
