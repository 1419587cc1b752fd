package main

import (
	"fmt"
	"strings"

	"github.com/onflow/cadence-tools/test"
	"github.com/onflow/cadence/runtime"
	"github.com/onflow/cadence/stdlib"
	"github.com/onflow/flow-emulator/emulator"
	flowgo "github.com/onflow/flow-go/model/flow"
)

// testFramework is what the contract `Test` of a test file talks to. The runner of Cadence's test package always
// makes its own chain, which cannot sign with several keys and takes 4 seconds to begin. It has no option for
// another one, so its private field is set: it must be there, or no test is run.
type testFramework struct {
	chain *testChain
	// forRunner is the same chain in the only type that the runner accepts. It reads the contracts' code and
	// storage through it, and asks for it once, before the test file asks for anything.
	forRunner    *test.EmulatorBackend
	runnerHasOne bool
	onStep       func(name string)
}

func useTestChain(runner *test.TestRunner, chain *testChain, onStep func(name string)) error {
	backend := &test.EmulatorBackend{}
	framework := privateField[stdlib.TestFramework](runner, "testFramework")
	blockchain := privateField[*emulator.Blockchain](backend, "blockchain")
	network := privateField[flowgo.Chain](backend, "chain")
	hasRuntime := privateField[runtime.Runtime](runner, "testRuntime") != nil
	if !hasRuntime || framework == nil || blockchain == nil || network == nil {
		return fmt.Errorf("the test runner's private fields have changed with its version; look at test_framework.go")
	}
	*blockchain, *network = chain.blockchain, testNetwork
	*framework = &testFramework{chain: chain, forRunner: backend, onStep: onStep}
	return nil
}

func (f *testFramework) EmulatorBackend() stdlib.Blockchain {
	if f.runnerHasOne {
		return f.chain
	}
	f.runnerHasOne = true
	return f.forRunner
}

// ReadFile reads beside the test file; names that begin with zero are files of the test package itself.
func (f *testFramework) ReadFile(path string) (string, error) {
	if name, isStep := strings.CutPrefix(path, stepMark); isStep && f.onStep != nil {
		f.onStep(name)
		return "", nil
	}
	if strings.HasPrefix(path, "\x00") {
		return (&test.TestFrameworkProvider{}).ReadFile(path)
	}
	return f.chain.readFile(path)
}
