package main

import (
	"sync"

	"github.com/onflow/flow-emulator/emulator"
	"github.com/onflow/flow-go/fvm"
	"github.com/onflow/flow-go/fvm/storage/derived"
)

// programCache carries parsed and checked contracts from block to block, as execution nodes do. Without it
// the emulator checks every contract again for every transaction, which is 70 % of its time. The emulator has no
// option for it, so its context is reached by reflection. Where that fails after a change of versions, the
// emulator works without the cache, and tests are refused.
type programCache struct {
	lock    *sync.RWMutex
	context *fvm.Context
	options []fvm.Option
	// programs belongs to the block that is being executed, sealed to the last block. Between two blocks they are
	// the same.
	programs, sealed *derived.DerivedBlockData
}

// newProgramCache takes options that the emulator does not have either.
func newProgramCache(blockchain *emulator.Blockchain, options ...fvm.Option) *programCache {
	return &programCache{
		lock:    privateField[sync.RWMutex](blockchain, "mu"),
		context: privateField[fvm.Context](blockchain, "vmCtx"),
		options: options,
	}
}

func (p *programCache) isReachable() bool {
	return p.lock != nil && p.context != nil
}

// beginBlock gives the next block what the block before knew.
func (p *programCache) beginBlock() {
	if p.sealed == nil {
		p.use(derived.NewEmptyDerivedBlockData(0))
	} else {
		p.use(p.sealed.NewChildDerivedBlockData())
	}
}

// endBlock makes what the block knew the sealed state.
func (p *programCache) endBlock() {
	p.sealed = p.programs
}

// forget is for a chain that went back: its contracts may be others.
func (p *programCache) forget() {
	p.sealed = nil
	p.use(nil)
}

// useSealed is for a script: it must not see the contracts of a block that is not sealed yet.
func (p *programCache) useSealed() (done func()) {
	current := p.programs
	p.use(p.sealed)
	return func() { p.use(current) }
}

func (p *programCache) use(programs *derived.DerivedBlockData) {
	if !p.isReachable() {
		return
	}
	p.lock.Lock()
	defer p.lock.Unlock()
	p.programs = programs
	options := append(p.options, fvm.WithDerivedBlockData(programs))
	*p.context = fvm.NewContextFromParent(*p.context, options...)
}

// RollbackToBlockHeight is what the admin API's /emulator/rollback calls.
func (c *chain) RollbackToBlockHeight(height uint64) error {
	defer c.programs.forget()
	return c.Blockchain.RollbackToBlockHeight(height)
}

// LoadSnapshot is what the admin API's /emulator/snapshots calls.
func (c *chain) LoadSnapshot(name string) error {
	defer c.programs.forget()
	return c.Blockchain.LoadSnapshot(name)
}
