package mutants

import "github.com/onflow/cadence/ast"

// dropGuard drops an `if let` without `else`: the guard that stops or returns where something exists, or is missing.
// Guards with a condition are dropped by forceCondition.
func (g *generator) dropGuard(statement *ast.IfStatement) {
	if _, isBinding := statement.Test.(*ast.VariableDeclaration); isBinding && statement.Else == nil {
		g.replaceText("guard dropped", statement, "")
	}
}

// changeAnswer replaces what a function returns: a Bool by true and false, unless `&&`, `||`, `?:` or a constant decides
// it, which is changed itself; an optional by nil, such as the reason why something is refused.
func (g *generator) changeAnswer(statement *ast.ReturnStatement, stack []ast.Element) {
	function := findFunction(stack)
	if statement.Expression == nil || function == nil || function.ReturnTypeAnnotation == nil {
		return
	}
	switch returned := function.ReturnTypeAnnotation.Type.(type) {
	case *ast.OptionalType:
		g.replaceText("answer dropped", statement.Expression, "nil")
	case *ast.NominalType:
		if returned.String() == "Bool" && !isDecidedInside(statement.Expression) {
			g.replaceText("answer true", statement.Expression, "true")
			g.replaceText("answer false", statement.Expression, "false")
		}
	}
}

func isDecidedInside(expression ast.Expression) bool {
	switch expression := expression.(type) {
	case *ast.BinaryExpression:
		return expression.Operation == ast.OperationAnd || expression.Operation == ast.OperationOr
	case *ast.BoolExpression, *ast.ConditionalExpression:
		return true
	default:
		return false
	}
}

// changeComparison replaces a comparison whose result gets a name by true and false: turning its operator tells less,
// for one test of either side notices that.
func (g *generator) changeComparison(declaration *ast.VariableDeclaration) {
	comparison, isBinary := declaration.Value.(*ast.BinaryExpression)
	if !isBinary {
		return
	}
	switch comparison.Operation {
	case ast.OperationEqual, ast.OperationNotEqual, ast.OperationLess, ast.OperationLessEqual,
		ast.OperationGreater, ast.OperationGreaterEqual:
		g.forceCondition(comparison)
	}
}

// flip swaps true and false.
func (g *generator) flip(constant *ast.BoolExpression) {
	g.replace("constant flipped", constant, map[bool]string{true: "false", false: "true"}[constant.Value])
}

// findFunction returns the function that a return statement ends; nil in a function expression.
func findFunction(stack []ast.Element) *ast.FunctionDeclaration {
	for i := len(stack) - 1; i >= 0; i-- {
		switch element := stack[i].(type) {
		case *ast.FunctionDeclaration:
			return element
		case *ast.FunctionExpression:
			return nil
		}
	}
	return nil
}
