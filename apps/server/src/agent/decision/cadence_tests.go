package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

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
	names    *regexp.Regexp // nil: all
	coverage *runtime.CoverageReport
}

func runCadenceTests(args []string) error {
	flags := flag.NewFlagSet("toolbox test", flag.ContinueOnError)
	cover := flags.Bool("cover", false, "print the line coverage of each contract")
	name := flags.String("name", "", "run only tests whose name matches this regular expression")
	flowJSON := flags.String("flow-json", "flow.json", "the file that names contracts and their addresses")
	if err := flags.Parse(args); err != nil {
		return err
	}
	tests, err := newCadenceTests(*flowJSON, *name, *cover)
	if err != nil {
		return err
	}
	var total tally
	for outcomes := range inOrder(flags.Args(), tests.file) {
		total.report(outcomes)
	}
	if tests.coverage != nil {
		printCoverage(tests.coverage, tests.project)
	}
	return total.end()
}

func newCadenceTests(flowJSON, name string, cover bool) (*cadenceTests, error) {
	project, err := readFlowProject(flowJSON)
	if err != nil {
		return nil, err
	}
	tests := &cadenceTests{project: project}
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
	script, err := os.ReadFile(path)
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

func (t *cadenceTests) runAll(path string, script []byte) (test.Results, error) {
	runner, err := t.runner(path)
	if err != nil {
		return nil, err
	}
	return runner.RunTests(string(script))
}

func (t *cadenceTests) runOne(path string, script []byte, name string) (*test.Result, error) {
	runner, err := t.runner(path)
	if err != nil {
		return nil, err
	}
	return runner.RunTest(string(script), name)
}

func (t *cadenceTests) wanted(script []byte) (names []string, err error) {
	program, err := parser.ParseProgram(nil, script, parser.Config{})
	if err != nil {
		return nil, err
	}
	for _, function := range program.FunctionDeclarations() {
		name := function.Identifier.Identifier
		if strings.HasPrefix(name, "test") && t.names.MatchString(name) {
			names = append(names, name)
		}
	}
	return names, nil
}

func (t *cadenceTests) runner(testFile string) (*test.TestRunner, error) {
	dir := filepath.Dir(testFile)
	readFile := func(path string) (string, error) { return readBeside(dir, path) }
	chain, err := newTestChain(t.project, readFile, t.coverage)
	if err != nil {
		return nil, err
	}
	runner := test.NewTestRunner().
		WithFileResolver(readFile).
		WithContractAddressResolver(func(_, name string) (common.Address, error) { return t.project.addressOf(name) }).
		WithImportResolver(func(_ string, location common.Location) (string, error) {
			return t.resolveImport(dir, location)
		})
	if t.coverage != nil {
		runner = runner.WithCoverageReport(t.coverage)
	}
	return runner, useTestChain(runner, chain)
}

// resolveImport answers what a test imports; the runner itself finds the contracts of the chain.
func (t *cadenceTests) resolveImport(dir string, location common.Location) (string, error) {
	switch location := location.(type) {
	case common.AddressLocation:
		return t.project.sourceOf(location.Name)
	case common.StringLocation:
		return readBeside(dir, string(location))
	default:
		return "", fmt.Errorf("import of unknown location %s", location)
	}
}

func readBeside(dir, path string) (string, error) {
	if !filepath.IsAbs(path) {
		path = filepath.Join(dir, path)
	}
	text, err := os.ReadFile(path)
	return string(text), err
}
