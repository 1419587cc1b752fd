package refusals

import (
	"fmt"
	"slices"
	"strings"

	"github.com/onflow/cadence/ast"
	"github.com/onflow/cadence/common"
	"github.com/onflow/cadence/sema"
)

// door is an expression by which any code reaches a value: a contract, what its public functions and fields give from
// there on, or a reference without authorization that anybody can be given.
type door struct {
	expression string
	parameter  string // the declaration of the parameter that the expression names, if any
	// isOwned: the value itself, not a reference. Who has it may use its entitlements.
	isOwned bool
}

// doors collects the shortest way to each type, separately for each kind of access that it gives.
type doors struct {
	byType map[string][]door // by qualified name, such as DharmaVault.GuardedVault
	seen   map[string]bool
}

type reached struct {
	door
	of sema.Type // a contract, a reference, or an owned value
}

// findDoors follows public functions and fields, starting at the contracts.
func findDoors(contracts []*sema.CompositeType) doors {
	found := doors{byType: map[string][]door{}, seen: map[string]bool{}}
	var waiting []reached
	for _, contract := range contracts {
		waiting = append(waiting, reached{door: door{expression: contract.Identifier}, of: contract})
		waiting = append(waiting, listReferences(contract)...)
	}
	for ; len(waiting) > 0; waiting = waiting[1:] {
		waiting = append(waiting, found.open(waiting[0])...)
	}
	return found
}

// listReferences returns a reference without authorization to each type of a contract.
func listReferences(contract *sema.CompositeType) (references []reached) {
	contract.GetNestedTypes().Foreach(func(_ string, nested sema.Type) {
		parameter := "&" + nested.QualifiedString()
		if _, isInterface := nested.(*sema.InterfaceType); isInterface {
			parameter = "&{" + nested.QualifiedString() + "}"
		}
		of := sema.NewReferenceType(nil, sema.UnauthorizedAccess, nested)
		references = append(references, reached{door: door{expression: "on", parameter: "on: " + parameter}, of: of})
	})
	return references
}

// open adds a door, unless there is one with the same type already, and returns what can be reached through it.
func (d *doors) open(at reached) (next []reached) {
	expression, of := unwrap(at.expression, at.of)
	members, name := findMembers(of)
	if members == nil || d.seen[string(of.ID())+at.parameter] {
		return nil
	}
	d.seen[string(of.ID())+at.parameter] = true
	through := door{expression: expression, parameter: at.parameter, isOwned: isOwned(of)}
	d.byType[name] = append(d.byType[name], through)
	members.Foreach(func(_ string, member *sema.Member) {
		if member.Access == sema.PrimitiveAccess(ast.AccessAll) && !isResourceConstructor(member) {
			got, of := through.use(member)
			next = append(next, reached{door: got, of: of})
		}
	})
	return next
}

// use calls a function or reads a field.
func (d door) use(member *sema.Member) (door, sema.Type) {
	used := door{expression: d.expression + "." + member.Identifier.Identifier, parameter: d.parameter}
	function, isFunction := member.TypeAnnotation.Type.(*sema.FunctionType)
	if !isFunction || member.DeclarationKind == common.DeclarationKindField {
		return used, member.TypeAnnotation.Type
	}
	var arguments []string
	for _, parameter := range function.Parameters {
		argument := `panic("")`
		if label := parameter.EffectiveArgumentLabel(); label != sema.ArgumentLabelNotRequired {
			argument = label + ": " + argument
		}
		arguments = append(arguments, argument)
	}
	used.expression += fmt.Sprintf("(%s)", strings.Join(arguments, ", "))
	return used, function.ReturnTypeAnnotation.Type
}

// unwrap reaches into optionals, arrays, dictionaries and capabilities.
func unwrap(expression string, of sema.Type) (string, sema.Type) {
	for {
		switch outer := of.(type) {
		case *sema.OptionalType:
			expression, of = expression+"!", outer.Type
		case *sema.VariableSizedType:
			expression, of = expression+"[0]", outer.Type
		case *sema.DictionaryType:
			expression, of = expression+`[panic("")]!`, outer.ValueType
		case *sema.CapabilityType:
			if outer.BorrowType == nil {
				return expression, of
			}
			expression, of = expression+".borrow()!", outer.BorrowType
		default:
			return expression, of
		}
	}
}

// findMembers returns the members and the qualified name of a composite or an interface, also behind a reference.
func findMembers(of sema.Type) (*sema.StringMemberOrderedMap, string) {
	if reference, isReference := of.(*sema.ReferenceType); isReference {
		of = reference.Type
	}
	if intersection, isIntersection := of.(*sema.IntersectionType); isIntersection && len(intersection.Types) == 1 {
		of = intersection.Types[0]
	}
	switch of := of.(type) {
	case *sema.CompositeType:
		return of.Members, of.QualifiedString()
	case *sema.InterfaceType:
		return of.Members, of.QualifiedString()
	default:
		return nil, ""
	}
}

func isOwned(of sema.Type) bool {
	composite, isComposite := of.(*sema.CompositeType)
	return isComposite && composite.Kind != common.CompositeKindContract
}

// isResourceConstructor reports whether a member creates a resource, which only its contract can do.
func isResourceConstructor(member *sema.Member) bool {
	function, isFunction := member.TypeAnnotation.Type.(*sema.FunctionType)
	return isFunction && function.IsConstructor && function.ReturnTypeAnnotation.Type.IsResourceType()
}

// list returns the doors to a type, the shortest first.
func (d *doors) list(path string) []door {
	return slices.SortedStableFunc(slices.Values(d.byType[path]), func(a, b door) int { return len(a.expression) - len(b.expression) })
}
