// Package cadencetest runs Cadence test files, each on its own chain.
package cadencetest

import (
	"flag"
	"fmt"
	"path/filepath"

	"dharma-guard/toolbox/flowjson"

	"github.com/onflow/cadence-tools/test"
	"github.com/onflow/cadence/common"
	"github.com/onflow/cadence/runtime"
	"github.com/onflow/flow-emulator/emulator"
)

// testLocation is the name that the runner uses for every test script in its messages.
const testLocation = "7465737400000000000000000000000000000000000000000000000000000000"

// testRun runs test files, each on its own chain.
type testRun struct {
	project  *flowjson.Project
	files    *testFiles
	coverage *runtime.CoverageReport
}

// Run runs test files and prints a line for each test. It returns an error if a test failed or none was run.
func Run(args []string) error {
	flags := flag.NewFlagSet("toolbox test", flag.ContinueOnError)
	cover := flags.Bool("cover", false, "print the line coverage of each contract")
	seed := flags.Uint64("seed", 0, "what a test reads from seed.txt (0: a fresh number)")
	flowJSON := flags.String("flow-json", "flow.json", "the file that names contracts and their addresses")
	if err := flags.Parse(args); err != nil {
		return err
	}
	tests, err := newTestRun(*flowJSON, *cover)
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

func newTestRun(flowJSON string, cover bool) (*testRun, error) {
	project, err := flowjson.ReadProject(flowJSON)
	if err != nil {
		return nil, err
	}
	tests := &testRun{project: project, files: newTestFiles(0)}
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

// runTests runs all tests of a file on one chain.
func (t *testRun) runTests(path string) (test.Results, error) {
	script, err := readFile(path)
	if err != nil {
		return nil, err
	}
	runner, err := t.newRunner(path)
	if err != nil {
		return nil, err
	}
	return runner.RunTests(script)
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
	installTestChain(runner, chain)
	return runner, nil
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
