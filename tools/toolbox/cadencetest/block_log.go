package cadencetest

import (
	"context"
	"fmt"
	"slices"

	"dharma-guard/toolbox/chaincore"

	"github.com/onflow/flow-emulator/emulator"
	"github.com/onflow/flow-emulator/storage"
	"github.com/onflow/flow-emulator/storage/memstore"
	"github.com/onflow/flow-emulator/types"
	"github.com/onflow/flow-go/fvm/storage/snapshot"
	flowgo "github.com/onflow/flow-go/model/flow"
)

// blockLog is an in-memory store that records the writes of each block. Starting another chain with the same
// blocks, rolling back and loading a snapshot all work the same way: the blocks are written again to an empty
// store. Blocks do not change once written, so chains share them.
type blockLog struct {
	*memstore.Store
	entries   []blockEntry
	snapshots map[string][]blockEntry
}

type blockEntry struct {
	height uint64
	write  func(*memstore.Store) error
}

var (
	_ storage.Store            = &blockLog{}
	_ storage.RollbackProvider = &blockLog{}
	_ storage.SnapshotProvider = &blockLog{}
	_ emulator.Clock           = &chaincore.MovableClock{}
)

func newBlockLog(entries []blockEntry) (*blockLog, error) {
	log := &blockLog{snapshots: map[string][]blockEntry{}}
	return log, log.replay(entries)
}

func (l *blockLog) replay(entries []blockEntry) error {
	l.Store = memstore.New()
	l.entries = slices.Clone(entries)
	for _, entry := range entries {
		if err := entry.write(l.Store); err != nil {
			return fmt.Errorf("block %d cannot be written again: %w", entry.height, err)
		}
	}
	return nil
}

func (l *blockLog) append(height uint64, write func(*memstore.Store) error) error {
	l.entries = append(l.entries, blockEntry{height: height, write: write})
	return write(l.Store)
}

// CommitBlock is the only way in which the emulator writes registers, transactions and events.
func (l *blockLog) CommitBlock(
	ctx context.Context,
	block flowgo.Block,
	collections []*flowgo.LightCollection,
	transactions map[flowgo.Identifier]*flowgo.TransactionBody,
	transactionResults map[flowgo.Identifier]*types.StorableTransactionResult,
	systemTransactions []flowgo.Identifier,
	systemTransactionBodies map[flowgo.Identifier]*flowgo.TransactionBody,
	systemTransactionResults map[flowgo.Identifier]*types.StorableTransactionResult,
	executionSnapshot *snapshot.ExecutionSnapshot,
	events []flowgo.Event,
	scheduledTransactionIDs map[uint64]flowgo.Identifier,
) error {
	return l.append(block.Height, func(store *memstore.Store) error {
		return store.CommitBlock(ctx, block, collections, transactions, transactionResults, systemTransactions,
			systemTransactionBodies, systemTransactionResults, executionSnapshot, events, scheduledTransactionIDs)
	})
}

// RollbackToBlockHeight removes the blocks above a height.
func (l *blockLog) RollbackToBlockHeight(height uint64) error {
	return l.replay(slices.DeleteFunc(slices.Clone(l.entries), func(entry blockEntry) bool { return entry.height > height }))
}

func (l *blockLog) SupportSnapshotsWithCurrentConfig() bool { return true }

func (l *blockLog) Snapshots() ([]string, error) {
	names := make([]string, 0, len(l.snapshots))
	for name := range l.snapshots {
		names = append(names, name)
	}
	return names, nil
}

func (l *blockLog) CreateSnapshot(name string) error {
	if _, exists := l.snapshots[name]; exists {
		return fmt.Errorf("there is a snapshot %q already", name)
	}
	l.snapshots[name] = slices.Clone(l.entries)
	return nil
}

func (l *blockLog) LoadSnapshot(name string) error {
	entries, exists := l.snapshots[name]
	if !exists {
		return fmt.Errorf("there is no snapshot %q", name)
	}
	return l.replay(entries)
}
