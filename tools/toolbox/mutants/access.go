package mutants

import (
	"slices"
	"strings"

	"github.com/onflow/cadence/ast"
)

// Operators that change which code may call what. They can make other contracts invalid.
const (
	accessWidened        = "access widened"
	entitlementDropped   = "entitlement dropped"
	entitlementSwapped   = "entitlement swapped"
	authorizationDropped = "authorization dropped"
)

// ChangesTypes reports whether the mutant can make contracts that import this one invalid.
func (m Mutant) ChangesTypes() bool {
	return slices.Contains([]string{accessWidened, entitlementDropped, entitlementSwapped, authorizationDropped}, m.Operator)
}

// changeAccess widens the access modifier at the start of a declaration, and swaps its entitlements.
func (g *generator) changeAccess(declaration ast.Declaration) {
	access, start := declaration.DeclarationAccess(), declaration.StartPosition().Offset
	switch access := access.(type) {
	case ast.PrimitiveAccess:
		if access == ast.AccessSelf || access == ast.AccessContract || access == ast.AccessAccount {
			g.changeModifier(accessWidened, start, ast.AccessAll.Keyword())
		}
		if access == ast.AccessContract {
			g.changeModifier(accessWidened, start, ast.AccessAccount.Keyword())
		}
	case ast.EntitlementAccess:
		g.changeModifier(accessWidened, start, ast.AccessAll.Keyword())
		g.changeEntitlements(access.EntitlementSet, func(operator, entitlements string) {
			g.changeModifier(operator, start, "access("+entitlements+")")
		})
	}
}

// changeAuthorization drops the authorization of a reference type, and swaps its entitlements.
func (g *generator) changeAuthorization(reference *ast.ReferenceType) {
	set, isEntitled := reference.Authorization.(ast.EntitlementSet)
	if !isEntitled {
		return
	}
	start := reference.StartPos.Offset
	g.replaceRange(authorizationDropped, start, g.findReferenceSign(start), "")
	g.changeEntitlements(set, func(operator, entitlements string) {
		g.changeModifier(operator, start, "auth("+entitlements+")")
	})
}

// changeEntitlements drops one entitlement of several, and replaces one by another entitlement of the contract.
func (g *generator) changeEntitlements(set ast.EntitlementSet, change func(operator, entitlements string)) {
	var names []string
	for _, entitlement := range set.Entitlements() {
		names = append(names, entitlement.String())
	}
	separator := set.Separator().String()
	for i := range names {
		if len(names) > 1 {
			change(entitlementDropped, strings.Join(slices.Delete(slices.Clone(names), i, i+1), separator))
		}
		for _, other := range g.entitlements {
			if !slices.Contains(names, other) {
				swapped := slices.Clone(names)
				swapped[i] = other
				change(entitlementSwapped, strings.Join(swapped, separator))
			}
		}
	}
}

// changeModifier replaces a modifier with parentheses, such as access(self), by another one.
func (g *generator) changeModifier(operator string, start int, replacement string) {
	end := start + strings.IndexByte(string(g.source[start:]), ')') + 1
	g.replaceRange(operator, start, end, replacement)
}

func (g *generator) findReferenceSign(start int) int {
	return start + strings.IndexByte(string(g.source[start:]), '&')
}

// listEntitlements returns the names of the entitlements that the contracts of a program declare.
func listEntitlements(program *ast.Program) (names []string) {
	var members []*ast.Members
	for _, contract := range program.CompositeDeclarations() {
		members = append(members, contract.Members)
	}
	for _, contract := range program.InterfaceDeclarations() {
		members = append(members, contract.Members)
	}
	for _, each := range members {
		for _, entitlement := range each.Entitlements() {
			names = append(names, entitlement.Identifier.Identifier)
		}
	}
	return names
}
