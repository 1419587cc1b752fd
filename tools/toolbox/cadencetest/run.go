// Package cadencetest runs Cadence test files, each on its own chain.
package cadencetest

import (
	"flag"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"

	"dharma-guard/toolbox/flowjson"

	"github.com/onflow/cadence-tools/test"
	"github.com/onflow/cadence/ast"
	"github.com/onflow/cadence/common"
	"github.com/onflow/cadence/parser"
	"github.com/onflow/cadence/runtime"
	"github.com/onflow/flow-emulator/emulator"
)

// testLocation is the name that the runner uses for every test script in its messages.
const testLocation = "7465737400000000000000000000000000000000000000000000000000000000"

// testRun runs test files, each on its own chain.
type testRun struct {
	project  *flowjson.Project
	files    *testFiles
	names    *regexp.Regexp // nil: all
	coverage *runtime.CoverageReport
}

// Run runs test files and prints a line for each test. It returns an error if a test failed or none was run.
func Run(args []string) error {
	flags := flag.NewFlagSet("toolbox test", flag.ContinueOnError)
	cover := flags.Bool("cover", false, "print the line coverage of each contract")
	name := flags.String("name", "", "run only tests whose name matches this regular expression")
	seed := flags.Uint64("seed", 0, "what a test reads from seed.txt (0: a fresh number)")
	flowJSON := flags.String("flow-json", "flow.json", "the file that names contracts and their addresses")
	if err := flags.Parse(args); err != nil {
		return err
	}
	tests, err := newTestRun(*flowJSON, *name, *cover)
	if err != nil {
		return err
	}
	tests.files = newTestFiles(*seed)
	var total testReport
	for outcomes := range mapInOrder(flags.Args(), tests.runFile) {
		total.printOutcomes(outcomes)
	}
	if tests.coverage != nil {
		printCoverage(tests.coverage, tests.project)
	}
	tests.files.printSeed()
	return total.printTotal()
}

func newTestRun(flowJSON, name string, cover bool) (*testRun, error) {
	project, err := flowjson.ReadProject(flowJSON)
	if err != nil {
		return nil, err
	}
	tests := &testRun{project: project, files: newTestFiles(0)}
	if name != "" {
		if tests.names, err = regexp.Compile(name); err != nil {
			return nil, fmt.Errorf("--name %q is not a regular expression: %w", name, err)
		}
	}
	if cover {
		tests.coverage = runtime.NewCoverageReport()
	}
	return tests, nil
}

// outcome is the result of one test or, when name is empty, of a file that could not be run completely.
type outcome struct {
	file, name string
	err        error
}

func (t *testRun) runFile(path string) []outcome {
	results, err := t.runTests(path)
	outcomes := make([]outcome, 0, len(results)+1)
	for _, result := range results {
		outcomes = append(outcomes, outcome{file: path, name: result.TestName, err: result.Error})
	}
	if err != nil {
		outcomes = append(outcomes, outcome{file: path, err: err})
	}
	return outcomes
}

// runTests runs a whole file at once or, with --name, each selected test on its own chain.
func (t *testRun) runTests(path string) (test.Results, error) {
	script, err := readFile(path)
	if err != nil {
		return nil, err
	}
	if t.names == nil {
		return t.runAll(path, script)
	}
	names, err := t.selectTests(script)
	if err != nil {
		return nil, err
	}
	var results test.Results
	for _, name := range names {
		result, err := t.runOne(path, script, name)
		if err != nil {
			result = &test.Result{TestName: name, Error: err}
		}
		results = append(results, *result)
	}
	return results, nil
}

func (t *testRun) runAll(path, script string) (test.Results, error) {
	runner, err := t.newRunner(path)
	if err != nil {
		return nil, err
	}
	return runner.RunTests(script)
}

func (t *testRun) runOne(path, script, name string) (*test.Result, error) {
	runner, err := t.newRunner(path)
	if err != nil {
		return nil, err
	}
	return runner.RunTest(script, name)
}

func (t *testRun) selectTests(script string) (names []string, err error) {
	program, err := parser.ParseProgram(nil, []byte(script), parser.Config{})
	if err != nil {
		return nil, err
	}
	for _, name := range listTests(program) {
		if t.names.MatchString(name) {
			names = append(names, name)
		}
	}
	return names, nil
}

// listTests returns the names of the tests of a file, in order.
func listTests(program *ast.Program) (names []string) {
	for _, function := range program.FunctionDeclarations() {
		if name := function.Identifier.Identifier; strings.HasPrefix(name, "test") {
			names = append(names, name)
		}
	}
	return names
}

func (t *testRun) newRunner(testFile string) (*test.TestRunner, error) {
	dir := filepath.Dir(testFile)
	readRelative := func(path string) (string, error) { return t.files.readRelative(dir, path) }
	// A file with this name runs with the limit of storage that public networks have.
	isLimited := filepath.Base(testFile) == "storage_limit_test.cdc"
	chain, err := newTestChain(t.project, readRelative,
		emulator.WithCoverageReport(t.coverage), emulator.WithStorageLimitEnabled(isLimited))
	if err != nil {
		return nil, err
	}
	runner := test.NewTestRunner()
	runner = runner.
		WithFileResolver(readRelative).
		WithContractAddressResolver(func(_, name string) (common.Address, error) { return t.project.FindAddress(name) }).
		WithImportResolver(checkImportsOnce(runner, func(location common.Location) (string, error) {
			return t.resolveImport(dir, chain, location)
		}))
	if t.coverage != nil {
		runner = runner.WithCoverageReport(t.coverage)
	}
	return runner, installTestChain(runner, chain)
}

// resolveImport returns the code that a test imports: a contract of flow.json or of the chain, or another file.
func (t *testRun) resolveImport(dir string, chain *testChain, location common.Location) (string, error) {
	switch location := location.(type) {
	case common.AddressLocation:
		source, err := t.project.FindSource(location.Name)
		if err != nil {
			return chain.readContract(location)
		}
		return readFile(source)
	case common.StringLocation:
		return t.files.readRelative(dir, string(location))
	default:
		return "", fmt.Errorf("import of unknown location %s", location)
	}
}
