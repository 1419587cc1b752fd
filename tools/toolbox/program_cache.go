package main

import (
	"sync"

	"github.com/onflow/flow-emulator/emulator"
	"github.com/onflow/flow-go/fvm"
	"github.com/onflow/flow-go/fvm/storage/derived"
)

// programCache reuses parsed and checked contracts from block to block, as execution nodes do. Without it
// the emulator checks every contract again for every transaction, which is 70 % of its time. The emulator has no
// option for it, so its context is accessed by reflection. If that fails after a version change, the emulator runs
// without the cache, and tests are not run.
type programCache struct {
	lock    *sync.RWMutex
	context *fvm.Context
	options []fvm.Option
	// current belongs to the block that is being executed, sealed to the last block. Between two blocks they are
	// equal.
	current, sealed *derived.DerivedBlockData
}

// newProgramCache applies additional VM options that the emulator does not expose.
func newProgramCache(blockchain *emulator.Blockchain, options ...fvm.Option) *programCache {
	return &programCache{
		lock:    unexportedField[sync.RWMutex](blockchain, "mu"),
		context: unexportedField[fvm.Context](blockchain, "vmCtx"),
		options: options,
	}
}

func (p *programCache) isReachable() bool {
	return p.lock != nil && p.context != nil
}

// beginBlock initializes the cache of the next block with the programs of the last block.
func (p *programCache) beginBlock() {
	if p.sealed == nil {
		p.install(derived.NewEmptyDerivedBlockData(0))
	} else {
		p.install(p.sealed.NewChildDerivedBlockData())
	}
}

// endBlock makes the programs of the current block the sealed state.
func (p *programCache) endBlock() {
	p.sealed = p.current
}

// clear is called after a rollback, because contracts may differ.
func (p *programCache) clear() {
	p.sealed = nil
	p.install(nil)
}

// useSealed is called before a script: it must not see contracts of a block that is not sealed yet.
func (p *programCache) useSealed() (done func()) {
	previous := p.current
	p.install(p.sealed)
	return func() { p.install(previous) }
}

func (p *programCache) install(programs *derived.DerivedBlockData) {
	if !p.isReachable() {
		return
	}
	p.lock.Lock()
	defer p.lock.Unlock()
	p.current = programs
	options := append(p.options, fvm.WithDerivedBlockData(programs))
	*p.context = fvm.NewContextFromParent(*p.context, options...)
}

// RollbackToBlockHeight is called by the admin API's /emulator/rollback.
func (c *chain) RollbackToBlockHeight(height uint64) error {
	defer c.programCache.clear()
	return c.Blockchain.RollbackToBlockHeight(height)
}

// LoadSnapshot is called by the admin API's /emulator/snapshots.
func (c *chain) LoadSnapshot(name string) error {
	defer c.programCache.clear()
	return c.Blockchain.LoadSnapshot(name)
}
