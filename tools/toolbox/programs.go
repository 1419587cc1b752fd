package main

import (
	"reflect"
	"sync"
	"unsafe"

	"github.com/onflow/flow-emulator/emulator"
	"github.com/onflow/flow-go/fvm"
	"github.com/onflow/flow-go/fvm/storage/derived"
)

// programCache keeps parsed and checked contracts from block to block, as execution nodes do. Without
// it the emulator checks every contract again for every transaction, which is 70 % of its time. The
// emulator has no option for it, so its context is reached by reflection; where that fails after a
// change of versions, everything works as before, only slower.
type programCache struct {
	lock     *sync.RWMutex
	context  *fvm.Context
	programs *derived.DerivedBlockData
}

func newProgramCache(blockchain *emulator.Blockchain) *programCache {
	return &programCache{
		lock:    privateField[sync.RWMutex](blockchain, "mu"),
		context: privateField[fvm.Context](blockchain, "vmCtx"),
	}
}

// beginBlock gives the next block what the block before knew.
func (p *programCache) beginBlock() {
	if p.programs == nil {
		p.use(derived.NewEmptyDerivedBlockData(0))
	} else {
		p.use(p.programs.NewChildDerivedBlockData())
	}
}

// forget is for a chain that went back: its contracts may be others.
func (p *programCache) forget() {
	p.use(nil)
}

func (p *programCache) use(programs *derived.DerivedBlockData) {
	if p.lock == nil || p.context == nil {
		return
	}
	p.lock.Lock()
	defer p.lock.Unlock()
	p.programs = programs
	*p.context = fvm.NewContextFromParent(*p.context, fvm.WithDerivedBlockData(programs))
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

// privateField points to a field that its package keeps to itself, or is nil when it is not of that type.
func privateField[T any](of *emulator.Blockchain, name string) *T {
	field := reflect.ValueOf(of).Elem().FieldByName(name)
	if !field.IsValid() || field.Type() != reflect.TypeFor[T]() {
		return nil
	}
	return (*T)(unsafe.Pointer(field.UnsafeAddr()))
}
