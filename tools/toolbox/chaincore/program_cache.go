package chaincore

import (
	"sync"

	"github.com/onflow/flow-emulator/emulator"
	"github.com/onflow/flow-go/fvm"
	"github.com/onflow/flow-go/fvm/storage/derived"
)

// ProgramCache reuses parsed and checked contracts from block to block, as execution nodes do. Without it
// the emulator checks every contract again for every transaction, which is 70 % of its time. The emulator has no
// option for it, so its context is accessed by reflection.
type ProgramCache struct {
	lock    *sync.RWMutex
	context *fvm.Context
	options []fvm.Option
	// current holds the programs of the block that is being executed.
	current *derived.DerivedBlockData
	// Sealed holds the programs of the last block; between two blocks it is equal to current.
	Sealed *derived.DerivedBlockData
}

// NewProgramCache applies additional VM options that the emulator does not expose.
func NewProgramCache(blockchain *emulator.Blockchain, options ...fvm.Option) *ProgramCache {
	return &ProgramCache{
		lock:    UnexportedField[sync.RWMutex](blockchain, "mu"),
		context: UnexportedField[fvm.Context](blockchain, "vmCtx"),
		options: options,
	}
}

// BeginBlock initializes the cache of the next block with the programs of the last block.
func (p *ProgramCache) BeginBlock() {
	if p.Sealed == nil {
		p.install(derived.NewEmptyDerivedBlockData(0))
	} else {
		p.install(p.Sealed.NewChildDerivedBlockData())
	}
}

// EndBlock makes the programs of the current block the sealed state.
func (p *ProgramCache) EndBlock() {
	p.Sealed = p.current
}

// Clear is called after a rollback, because contracts may differ.
func (p *ProgramCache) Clear() {
	p.Sealed = nil
	p.install(nil)
}

// UseSealed is called before a script: it must not see contracts of a block that is not sealed yet.
func (p *ProgramCache) UseSealed() (done func()) {
	previous := p.current
	p.install(p.Sealed)
	return func() { p.install(previous) }
}

func (p *ProgramCache) install(programs *derived.DerivedBlockData) {
	p.lock.Lock()
	defer p.lock.Unlock()
	p.current = programs
	options := append(p.options, fvm.WithDerivedBlockData(programs))
	*p.context = fvm.NewContextFromParent(*p.context, options...)
}
