package cadencetest

import (
	"strings"

	"dharma-guard/toolbox/chaincore"

	"github.com/onflow/cadence-tools/test"
	"github.com/onflow/cadence/stdlib"
	"github.com/onflow/flow-emulator/emulator"
	flowgo "github.com/onflow/flow-go/model/flow"
)

// testFramework is the backend of the contract `Test` in a test file. The runner of Cadence's test package always
// creates its own chain, which cannot sign with several keys and takes 4 seconds to start. It has no option for
// another chain, so its unexported field is set by reflection.
type testFramework struct {
	chain *testChain
	// runnerBackend is the same chain in the only type that the runner accepts. The runner reads the code and the
	// storage of contracts through it, and requests it once, before any request of the test file.
	runnerBackend  *test.EmulatorBackend
	isRunnerServed bool
}

func installTestChain(runner *test.TestRunner, chain *testChain) {
	backend := &test.EmulatorBackend{}
	*chaincore.UnexportedField[*emulator.Blockchain](backend, "blockchain") = chain.blockchain
	*chaincore.UnexportedField[flowgo.Chain](backend, "chain") = testNetwork
	*chaincore.UnexportedField[stdlib.TestFramework](runner, "testFramework") = &testFramework{chain: chain, runnerBackend: backend}
}

func (f *testFramework) EmulatorBackend() stdlib.Blockchain {
	if f.isRunnerServed {
		return f.chain
	}
	f.isRunnerServed = true
	return f.runnerBackend
}

// ReadFile reads relative to the test file; names that start with a NUL byte are files of the test package itself.
func (f *testFramework) ReadFile(path string) (string, error) {
	if strings.HasPrefix(path, "\x00") {
		return (&test.TestFrameworkProvider{}).ReadFile(path)
	}
	return f.chain.readFile(path)
}
