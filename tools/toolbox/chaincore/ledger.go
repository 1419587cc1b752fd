package chaincore

import (
	"fmt"
	"os"

	"github.com/onflow/cadence"
	"github.com/onflow/flow-emulator/emulator"
	"github.com/onflow/flow-emulator/storage/sqlite"
	"github.com/onflow/flow-go/fvm"
	flowgo "github.com/onflow/flow-go/model/flow"
	"github.com/rs/zerolog"
)

const (
	genesisTokenSupply   = "1000000000.0"
	transactionExpiry    = 600 // blocks, as on mainnet and testnet
	transactionMaxEffort = 9999
	scriptMaxEffort      = 100_000
)

// OpenLedger stores the chain in the directory, so that a restart continues it, or in memory if dir is empty.
func OpenLedger(dir string) (*sqlite.Store, error) {
	if dir == "" {
		return sqlite.New(sqlite.InMemory)
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("the chain's directory cannot be made: %w", err)
	}
	store, err := sqlite.New(dir)
	if err != nil {
		return nil, fmt.Errorf("the chain in %s cannot be opened: %w", dir, err)
	}
	return store, disableSyncWrites(store)
}

// disableSyncWrites disables synchronous writes for speed, because each register is a separate write; a power
// failure can lose data. The store locks around every statement, so one connection with these settings is enough.
func disableSyncWrites(store *sqlite.Store) error {
	store.DB().SetMaxOpenConns(1)
	for _, setting := range []string{"PRAGMA journal_mode=WAL", "PRAGMA synchronous=OFF"} {
		if _, err := store.DB().Exec(setting); err != nil {
			return fmt.Errorf("the chain's database refuses %q: %w", setting, err)
		}
	}
	return nil
}

// ChainOptions returns the settings of the local chain: fees, storage limits and scheduled transactions are on.
func ChainOptions(ledger *sqlite.Store, logger *zerolog.Logger) []emulator.Option {
	supply, _ := cadence.NewUFix64(genesisTokenSupply)
	return []emulator.Option{
		emulator.WithStore(ledger),
		emulator.WithServerLogger(*logger),
		emulator.WithChainID(flowgo.Emulator),
		emulator.WithGenesisTokenSupply(supply),
		emulator.WithTransactionFeesEnabled(true),
		emulator.WithTransactionExpiry(transactionExpiry),
		emulator.WithTransactionMaxGasLimit(transactionMaxEffort),
		emulator.WithScriptGasLimit(scriptMaxEffort),
		emulator.WithStorageLimitEnabled(true),
		emulator.WithMinimumStorageReservation(fvm.DefaultMinimumStorageReservation),
		emulator.WithStorageMBPerFLOW(fvm.DefaultStorageMBPerFLOW),
		emulator.WithContractRemovalEnabled(true),
		emulator.WithScheduledTransactions(true),
		emulator.WithSetupVMBridgeEnabled(false),
	}
}
