package cadencetest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/onflow/cadence/ast"
	"github.com/onflow/cadence/parser"
)

const (
	// stepMark is the prefix of the file name that the driver reads to report the start of a test.
	stepMark = "\x00step "
	// setUpStep is the name of the step before the first test.
	setUpStep  = "setup"
	driverName = "driverOfAllTests"
)

// addDriver appends a function that runs the tests of a file in order, up to the test named `last` (all tests if it is
// empty), and stops at the first failure.
func addDriver(script, last string) (string, error) {
	program, err := parser.ParseProgram(nil, []byte(script), parser.Config{})
	if err != nil {
		return "", err
	}
	declared := func(name string) bool {
		return slices.ContainsFunc(program.FunctionDeclarations(), func(function *ast.FunctionDeclaration) bool {
			return function.Identifier.Identifier == name
		})
	}
	var body strings.Builder
	for i, name := range listTests(program) {
		// The runner itself calls beforeEach and afterEach around the driver.
		if i > 0 && declared("afterEach") {
			fmt.Fprintln(&body, "    afterEach()")
		}
		fmt.Fprintf(&body, "    Test.readFile(\"\\u{0}step %s\")\n", name)
		if i > 0 && declared("beforeEach") {
			fmt.Fprintln(&body, "    beforeEach()")
		}
		fmt.Fprintf(&body, "    %s()\n", name)
		if name == last {
			break
		}
	}
	return fmt.Sprintf("%s\naccess(all) fun %s() {\n%s}\n", script, driverName, body.String()), nil
}

// listTests returns the names of the tests of a file, in order.
func listTests(program *ast.Program) []string {
	var names []string
	for _, function := range program.FunctionDeclarations() {
		if name := function.Identifier.Identifier; strings.HasPrefix(name, "test") {
			names = append(names, name)
		}
	}
	return names
}
