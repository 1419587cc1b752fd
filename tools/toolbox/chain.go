package main

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/onflow/flow-emulator/emulator"
	"github.com/onflow/flow-emulator/types"
	flowgo "github.com/onflow/flow-go/model/flow"
)

// blockMode says who commits a block.
type blockMode string

const (
	manualMode   blockMode = "manual"   // only POST /blocks
	autoMode     blockMode = "auto"     // each transaction makes its block
	intervalMode blockMode = "interval" // a ticker; empty blocks too, so that scheduled transactions run
)

// chain is the emulated blockchain with two differences: a block carries the clock's time at its
// commit (not at the commit of the block before), and the mode can change while it runs.
type chain struct {
	*emulator.Blockchain
	clock    *movableClock
	programs *programCache

	mu           sync.Mutex
	mode         blockMode
	interval     time.Duration
	waiting      int
	stopInterval chan struct{}
}

func newChain(blockchain *emulator.Blockchain, clock *movableClock) *chain {
	blockchain.DisableAutoMine()
	return &chain{Blockchain: blockchain, clock: clock, programs: newProgramCache(blockchain), mode: autoMode}
}

// SendTransaction is what the access API calls.
func (c *chain) SendTransaction(tx *flowgo.TransactionBody) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.Blockchain.AddTransaction(*tx); err != nil {
		return err
	}
	c.waiting++
	if c.mode != autoMode {
		return nil
	}
	_, _, err := c.commit()
	return err
}

// ExecuteAndCommitBlock commits what waits, or an empty block.
func (c *chain) ExecuteAndCommitBlock() (*flowgo.Block, []*types.TransactionResult, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.commit()
}

// CommitBlock is what the admin API's /emulator/newBlock calls.
func (c *chain) CommitBlock() (*flowgo.Block, error) {
	block, _, err := c.ExecuteAndCommitBlock()
	return block, err
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

// commit needs c.mu. A failed block would block every later one, so what waits is dropped with it.
func (c *chain) commit() (*flowgo.Block, []*types.TransactionResult, error) {
	c.Blockchain.SetClock(c.clock)
	c.programs.beginBlock()
	block, results, err := c.Blockchain.ExecuteAndCommitBlock()
	c.waiting = 0
	if err != nil {
		c.programs.forget()
		return nil, nil, fmt.Errorf("block not committed: %w", errors.Join(err, c.Blockchain.ResetPendingBlock()))
	}
	c.programs.endBlock()
	return block, results, nil
}
