package main

import (
	"flag"
	"fmt"
	"path/filepath"
	"regexp"

	"github.com/onflow/cadence-tools/test"
	"github.com/onflow/cadence/common"
	"github.com/onflow/cadence/parser"
	"github.com/onflow/cadence/runtime"
)

// testLocation is the name that the runner gives to every test script in its messages.
const testLocation = "7465737400000000000000000000000000000000000000000000000000000000"

// cadenceTests runs test files, each on a chain of its own.
type cadenceTests struct {
	project  *flowProject
	files    *testFiles
	names    *regexp.Regexp // nil: all
	coverage *runtime.CoverageReport
	onStep   func(name string) // nil, or called when a test begins, see test_driver.go
}

func runCadenceTests(args []string) error {
	flags := flag.NewFlagSet("toolbox test", flag.ContinueOnError)
	cover := flags.Bool("cover", false, "print the line coverage of each contract")
	name := flags.String("name", "", "run only tests whose name matches this regular expression")
	seed := flags.Uint64("seed", 0, "what a test reads from seed.txt (0: a fresh number)")
	flowJSON := flags.String("flow-json", "flow.json", "the file that names contracts and their addresses")
	if err := flags.Parse(args); err != nil {
		return err
	}
	tests, err := newCadenceTests(*flowJSON, *name, *cover)
	if err != nil {
		return err
	}
	tests.files = newTestFiles(*seed)
	var total tally
	for outcomes := range inOrder(flags.Args(), tests.file) {
		total.report(outcomes)
	}
	if tests.coverage != nil {
		printCoverage(tests.coverage, tests.project)
	}
	tests.files.printSeed()
	return total.end()
}

func newCadenceTests(flowJSON, name string, cover bool) (*cadenceTests, error) {
	project, err := readFlowProject(flowJSON)
	if err != nil {
		return nil, err
	}
	tests := &cadenceTests{project: project, files: newTestFiles(0)}
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

// outcome is one test that ended, or, without a name, a file that could not be run to its end.
type outcome struct {
	file, name string
	err        error
}

func (t *cadenceTests) file(path string) []outcome {
	results, err := t.results(path)
	outcomes := make([]outcome, 0, len(results)+1)
	for _, result := range results {
		outcomes = append(outcomes, outcome{file: path, name: result.TestName, err: result.Error})
	}
	if err != nil {
		outcomes = append(outcomes, outcome{file: path, err: err})
	}
	return outcomes
}

// results runs a whole file at once, or, with --name, each wanted test on its own chain.
func (t *cadenceTests) results(path string) (test.Results, error) {
	script, err := t.files.readFile(path)
	if err != nil {
		return nil, err
	}
	if t.names == nil {
		return t.runAll(path, script)
	}
	names, err := t.wanted(script)
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

func (t *cadenceTests) runAll(path, script string) (test.Results, error) {
	runner, err := t.runner(path)
	if err != nil {
		return nil, err
	}
	return runner.RunTests(script)
}

func (t *cadenceTests) runOne(path, script, name string) (*test.Result, error) {
	runner, err := t.runner(path)
	if err != nil {
		return nil, err
	}
	return runner.RunTest(script, name)
}

func (t *cadenceTests) wanted(script string) (names []string, err error) {
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

func (t *cadenceTests) runner(testFile string) (*test.TestRunner, error) {
	dir := filepath.Dir(testFile)
	readFile := func(path string) (string, error) { return t.files.readBeside(dir, path) }
	chain, err := newTestChain(t.project, readFile, t.coverage)
	if err != nil {
		return nil, err
	}
	runner := test.NewTestRunner()
	runner = runner.
		WithFileResolver(readFile).
		WithContractAddressResolver(func(_, name string) (common.Address, error) { return t.project.findAddress(name) }).
		WithImportResolver(checkImportsOnce(runner, func(location common.Location) (string, error) {
			return t.resolveImport(dir, chain, location)
		}))
	if t.coverage != nil {
		runner = runner.WithCoverageReport(t.coverage)
	}
	return runner, useTestChain(runner, chain, t.onStep)
}

// resolveImport answers the code of what a test imports: contracts of flow.json, of the chain, and other files.
func (t *cadenceTests) resolveImport(dir string, chain *testChain, location common.Location) (string, error) {
	switch location := location.(type) {
	case common.AddressLocation:
		source, err := t.project.findSource(location.Name)
		if err != nil {
			return chain.readContract(location)
		}
		return t.files.readFile(source)
	case common.StringLocation:
		return t.files.readBeside(dir, string(location))
	default:
		return "", fmt.Errorf("import of unknown location %s", location)
	}
}
