package mutants

import (
	"strings"

	"github.com/onflow/cadence/ast"
)

// swappedOperators maps each operator to its replacement.
var swappedOperators = map[ast.Operation]string{
	ast.OperationLess:         "<=",
	ast.OperationLessEqual:    "<",
	ast.OperationGreater:      ">=",
	ast.OperationGreaterEqual: ">",
	ast.OperationEqual:        "!=",
	ast.OperationNotEqual:     "==",
	ast.OperationAnd:          "||",
	ast.OperationOr:           "&&",
	ast.OperationPlus:         "-",
	ast.OperationMinus:        "+",
	ast.OperationMul:          "/",
	ast.OperationDiv:          "*",
	ast.OperationMod:          "*",
}

type generator struct {
	source       []byte
	entitlements []string // of the contract
	runsAt       int
	place        string
	mutants      []Mutant
}

func (g *generator) visit(element ast.Element, stack []ast.Element) {
	switch element := element.(type) {
	case *ast.FunctionDeclaration, *ast.FieldDeclaration:
		g.changeAccess(element.(ast.Declaration))
	case *ast.ReferenceType:
		g.changeAuthorization(element)
	case *ast.BoolExpression:
		g.flip(element)
	case *ast.IntegerExpression:
		g.changeInteger(element)
	case *ast.FixedPointExpression:
		g.changeFixedPoint(element)
	case *ast.BinaryExpression:
		g.swapOperator(element)
		g.dropOperands(element)
	case *ast.UnaryExpression:
		if element.Operation == ast.OperationNegate {
			g.replaceRange("negation dropped", element.StartPos.Offset, element.StartPos.Offset+len("!"), "")
		}
	case *ast.TestCondition:
		g.replace("condition dropped", element.Test, "true")
	case *ast.EmitCondition:
		g.dropStatement(element)
	default:
		g.visitStatement(element, stack)
	}
}

func (g *generator) visitStatement(element ast.Element, stack []ast.Element) {
	switch element := element.(type) {
	case *ast.IfStatement:
		g.forceCondition(element.Test)
		g.dropGuard(element)
	case *ast.GuardStatement:
		g.forceCondition(element.Test)
	case *ast.VariableDeclaration:
		g.changeComparison(element)
	case *ast.WhileStatement:
		g.forceCondition(element.Test)
	case *ast.ConditionalExpression:
		g.forceCondition(element.Test)
	case *ast.AssignmentStatement, *ast.SwapStatement, *ast.EmitStatement, *ast.ExpressionStatement,
		*ast.BreakStatement, *ast.ContinueStatement:
		g.dropStatement(element)
	case *ast.ReturnStatement:
		if element.Expression == nil {
			g.dropStatement(element)
		}
		g.changeAnswer(element, stack)
	}
}

// forceCondition replaces a condition by a constant. An optional binding (`if let`) is not an expression and is skipped.
func (g *generator) forceCondition(test ast.Element) {
	if condition, isExpression := test.(ast.Expression); isExpression {
		g.replace("condition true", condition, "true")
		g.replace("condition false", condition, "false")
	}
}

func (g *generator) swapOperator(binary *ast.BinaryExpression) {
	symbol := binary.Operation.Symbol()
	replacement, isSwapped := swappedOperators[binary.Operation]
	if !isSwapped {
		return
	}
	start := binary.Left.EndPosition(nil).Offset + 1
	between := string(g.source[start:binary.Right.StartPosition().Offset])
	if index := strings.Index(blankStringsAndComments(between), symbol); index >= 0 {
		g.replaceRange("operator turned", start+index, start+index+len(symbol), replacement)
	}
}

// dropOperands replaces each operand of && and || by the neutral value, so that only the other operand matters.
func (g *generator) dropOperands(binary *ast.BinaryExpression) {
	neutral := map[ast.Operation]string{ast.OperationAnd: "true", ast.OperationOr: "false"}[binary.Operation]
	if neutral == "" {
		return
	}
	for _, side := range []ast.Expression{binary.Left, binary.Right} {
		// The operands of a chain such as a && b && c are dropped one by one.
		if inner, isBinary := side.(*ast.BinaryExpression); !isBinary || inner.Operation != binary.Operation {
			g.replace("operand dropped", side, neutral)
		}
	}
}

func (g *generator) dropStatement(statement ast.Element) {
	g.replaceText("statement dropped", statement, "")
}

// replaceText replaces an element and keeps its line breaks, so that the numbers of lines do not change.
func (g *generator) replaceText(operator string, element ast.Element, replacement string) {
	start, end := g.findRange(element)
	g.replaceRange(operator, start, end, replacement+strings.Repeat("\n", strings.Count(string(g.source[start:end]), "\n")))
}

func (g *generator) replace(operator string, element ast.Element, replacement string) {
	start, end := g.findRange(element)
	g.replaceRange(operator, start, end, replacement)
}

func (g *generator) findRange(element ast.Element) (start, end int) {
	return widenToParentheses(g.source, element.StartPosition().Offset, element.EndPosition(nil).Offset+1)
}

func (g *generator) replaceRange(operator string, start, end int, replacement string) {
	original := string(g.source[start:end])
	if original == replacement {
		return
	}
	before := string(g.source[:start])
	g.mutants = append(g.mutants, Mutant{
		Operator:    operator,
		Start:       start,
		End:         end,
		Original:    original,
		Replacement: replacement,
		Line:        1 + strings.Count(before, "\n"),
		Column:      start - strings.LastIndex(before, "\n"),
		Place:       g.place,
		RunsAt:      g.runsAt,
	})
}
