package emulator

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"dharma-guard/toolbox/chaincore"

	"github.com/onflow/flow-emulator/emulator"
	"github.com/onflow/flow-emulator/types"
	flowgo "github.com/onflow/flow-go/model/flow"
)

// blockMode defines what triggers the commit of a block.
type blockMode string

const (
	manualMode   blockMode = "manual"   // POST /blocks only
	autoMode     blockMode = "auto"     // each transaction creates its own block
	intervalMode blockMode = "interval" // a ticker, including empty blocks, so that scheduled transactions run
)

// chain is the emulated blockchain with two differences: a block's timestamp is the clock's time at its
// commit (not at the commit of the previous block), and the mode can change at run time.
type chain struct {
	*emulator.Blockchain
	clock        *chaincore.MovableClock
	programCache *chaincore.ProgramCache

	mu           sync.Mutex
	mode         blockMode
	interval     time.Duration
	idle         time.Duration
	lastCommit   time.Time
	pendingCount int
	stopInterval chan struct{}
}

func newChain(blockchain *emulator.Blockchain, clock *chaincore.MovableClock) *chain {
	blockchain.DisableAutoMine()
	return &chain{Blockchain: blockchain, clock: clock, programCache: chaincore.NewProgramCache(blockchain), mode: autoMode}
}

// SendTransaction is called by the access API.
func (c *chain) SendTransaction(tx *flowgo.TransactionBody) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.Blockchain.AddTransaction(*tx); err != nil {
		return err
	}
	c.pendingCount++
	if c.mode != autoMode {
		return nil
	}
	_, _, err := c.commit()
	return err
}

func (c *chain) commitBlocks(count int) (height uint64, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for range count {
		block, _, err := c.commit()
		if err != nil {
			return 0, err
		}
		height = block.Height
	}
	return height, nil
}

// commit requires c.mu. A failed block would block every later one, so its pending transactions are dropped.
func (c *chain) commit() (*flowgo.Block, []*types.TransactionResult, error) {
	c.Blockchain.SetClock(c.clock)
	c.programCache.BeginBlock()
	block, results, err := c.Blockchain.ExecuteAndCommitBlock()
	c.pendingCount = 0
	c.lastCommit = time.Now()
	if err != nil {
		c.programCache.Clear()
		return nil, nil, fmt.Errorf("block not committed: %w", errors.Join(err, c.Blockchain.ResetPendingBlock()))
	}
	c.programCache.EndBlock()
	return block, results, nil
}
