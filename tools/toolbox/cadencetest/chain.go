package cadencetest

import (
	"fmt"
	"maps"
	"time"

	"dharma-guard/toolbox/chaincore"
	"dharma-guard/toolbox/flowjson"

	"github.com/onflow/cadence-tools/test"
	"github.com/onflow/cadence/common"
	"github.com/onflow/cadence/errors"
	"github.com/onflow/cadence/interpreter"
	"github.com/onflow/cadence/runtime"
	"github.com/onflow/cadence/stdlib"
	"github.com/onflow/flow-emulator/emulator"
	"github.com/onflow/flow-go/fvm"
	flowgo "github.com/onflow/flow-go/model/flow"
	"github.com/rs/zerolog"
)

// testChain is the chain of one test file. Its clock changes only by `Test.moveTime`, so that a test reads the same
// times on a slow machine.
type testChain struct {
	blockchain   *emulator.Blockchain
	serviceKey   emulator.ServiceKey
	clock        *chaincore.MovableClock
	programCache *chaincore.ProgramCache
	accounts     map[common.Address]*stdlib.PublicKey
	logs         *testLogs
	handler      stdlib.StandardLibraryHandler
	readFile     test.FileResolver
	project      *flowjson.Project
	contracts    map[string]common.Address // contracts of the chain itself

	isExecuting bool
	sequence    uint64
}

var _ stdlib.Blockchain = &testChain{}

// newTestChain returns a chain that starts with the blocks of the genesis.
func newTestChain(project *flowjson.Project, files test.FileResolver, options ...emulator.Option) (*testChain, error) {
	genesis, err := loadTestGenesis()
	if err != nil {
		return nil, err
	}
	log, err := newBlockLog(genesis.blocks)
	if err != nil {
		return nil, err
	}
	chain, err := startTestChain(log, options...)
	if err != nil {
		return nil, err
	}
	chain.project, chain.readFile = project, files
	chain.accounts, chain.contracts = maps.Clone(genesis.accounts), genesis.contracts
	chain.sequence = genesis.sequence
	chain.programCache.Sealed = genesis.programs.NewChildDerivedBlockData()
	return chain, nil
}

// startTestChain disables the check of sequence numbers: all transactions of a test have the same payer and proposer,
// and one that is rejected for its signatures uses no number, so pending transactions after it would be rejected too.
func startTestChain(log *blockLog, options ...emulator.Option) (*testChain, error) {
	logs := &testLogs{}
	blockchain, err := emulator.New(append([]emulator.Option{
		emulator.WithStore(log),
		emulator.WithChainID(testNetwork.ChainID()),
		emulator.WithStorageLimitEnabled(false),
		emulator.WithEVMTestHelpersEnabled(true),
		emulator.WithServerLogger(zerolog.Nop().Level(zerolog.InfoLevel).Hook(logs)),
	}, options...)...)
	if err != nil {
		return nil, fmt.Errorf("the test chain does not start: %w", err)
	}
	handler := runtime.NewBaseInterpreterEnvironment(runtime.Config{})
	handler.Configure(
		blockchain.NewScriptEnvironment(),
		runtime.NewCodesAndPrograms(),
		runtime.NewStorage(blockchain.NewScriptEnvironment(), nil, nil, runtime.StorageConfig{}),
		nil,
		nil,
	)
	chain := &testChain{
		blockchain:   blockchain,
		handler:      handler,
		serviceKey:   blockchain.ServiceKey(),
		clock:        chaincore.NewMovableClock(),
		programCache: chaincore.NewProgramCache(blockchain, fvm.WithSequenceNumberCheckAndIncrementEnabled(false)),
		accounts:     map[common.Address]*stdlib.PublicKey{},
		logs:         logs,
	}
	chain.setTime(time.Now().Truncate(time.Second))
	return chain, nil
}

func (c *testChain) setTime(now time.Time) {
	c.clock.FreezeAt(now)
	c.blockchain.SetClock(c.clock)
}

func (c *testChain) beginExecution() {
	if !c.isExecuting {
		c.programCache.BeginBlock()
		c.isExecuting = true
	}
}

func (c *testChain) CommitBlock() error {
	c.beginExecution()
	if _, err := c.blockchain.CommitBlock(); err != nil {
		return err
	}
	c.programCache.EndBlock()
	c.isExecuting = false
	return nil
}

func (c *testChain) MoveTime(seconds int64) {
	c.setTime(c.clock.Now().Add(time.Duration(seconds) * time.Second))
	panicOnError(c.CommitBlock())
}

func (c *testChain) FreezeTime() {
	c.setTime(c.clock.Now())
}

// UnfreezeTime resumes the clock from its current time.
func (c *testChain) UnfreezeTime() {
	c.clock.RunWithOffset(time.Until(c.clock.Now()))
	c.blockchain.SetClock(c.clock)
}

// Reset rolls back to a block and sets the clock to its time.
func (c *testChain) Reset(height uint64) {
	panicOnError(c.blockchain.RollbackToBlockHeight(height))
	c.resetToLatestBlock()
}

func (c *testChain) CreateSnapshot(name string) error {
	return c.blockchain.CreateSnapshot(name)
}

func (c *testChain) LoadSnapshot(name string) error {
	if err := c.blockchain.LoadSnapshot(name); err != nil {
		return err
	}
	c.resetToLatestBlock()
	return nil
}

func (c *testChain) resetToLatestBlock() {
	block, err := c.blockchain.GetLatestBlock()
	panicOnError(err)
	c.programCache.Clear()
	c.isExecuting = false
	c.setTime(time.UnixMilli(int64(block.Timestamp)))
}

func (c *testChain) StandardLibraryHandler() stdlib.StandardLibraryHandler {
	return c.handler
}

func (c *testChain) Logs() []string {
	return c.logs.messages
}

func (c *testChain) ServiceAccount() (*stdlib.Account, error) {
	return &stdlib.Account{
		Address:   common.Address(c.serviceKey.Address),
		PublicKey: toStdlibKey(c.serviceKey.PublicKey),
	}, nil
}

func (c *testChain) GetAccount(address interpreter.AddressValue) (*stdlib.Account, error) {
	if flowgo.Address(address) == flowgo.Address(c.serviceKey.Address) {
		return c.ServiceAccount()
	}
	key, known := c.accounts[address.ToAddress()]
	if !known {
		return nil, fmt.Errorf("there is no test account %s", address.Hex())
	}
	return &stdlib.Account{Address: address.ToAddress(), PublicKey: key}, nil
}

// FindAddress looks up a contract in flow.json, then on the chain.
func (c *testChain) findAddress(name string) (common.Address, bool) {
	if address, err := c.project.FindAddress(name); err == nil {
		return address, true
	}
	address, known := c.contracts[name]
	return address, known
}

// panicOnError fails the test in methods whose interface does not return an error.
func panicOnError(err error) {
	if err != nil {
		panic(toUserError(err))
	}
}

// toUserError removes the Go stack trace from the message of a failed test.
func toUserError(err error) error {
	if err == nil {
		return nil
	}
	return errors.NewDefaultUserError("%s", err)
}
