package flowjson

import (
	"fmt"
	"strings"

	"github.com/onflow/cadence/common"
	"github.com/onflow/cadence/parser"
)

// ResolveImports rewrites `import "Name"` and `import Name from "Name"` to `import Name from 0x…`, as a
// deployment does. Line numbers do not change. Names without an address and code that does not parse are unchanged.
func ResolveImports(code []byte, findAddress func(name string) (common.Address, bool)) []byte {
	program, err := parser.ParseProgram(nil, code, parser.Config{})
	if err != nil {
		return code
	}
	var rewritten strings.Builder
	end := 0
	for _, declaration := range program.ImportDeclarations() {
		location, byName := declaration.Location.(common.StringLocation)
		name := string(location)
		if len(declaration.Imports) > 0 {
			name = declaration.Imports[0].Identifier.Identifier
		}
		address, known := findAddress(name)
		if !byName || !known {
			continue
		}
		rewritten.Write(code[end:declaration.LocationPos.Offset])
		if len(declaration.Imports) == 0 {
			fmt.Fprintf(&rewritten, "%s from ", location)
		}
		rewritten.WriteString(address.HexWithPrefix())
		end = declaration.EndPos.Offset + 1
	}
	rewritten.Write(code[end:])
	return []byte(rewritten.String())
}
