package main

import (
	"fmt"
	"sync"

	"github.com/onflow/cadence/common"
	"github.com/onflow/cadence/stdlib"
	"github.com/onflow/flow-emulator/emulator"
	"github.com/onflow/flow-go/fvm/storage/derived"
	flowgo "github.com/onflow/flow-go/model/flow"
)

// testNetwork numbers its addresses: 0x1 to 0x4 are the chain's own, 0x5 and on are the test accounts.
var testNetwork = flowgo.MonotonicEmulator.Chain()

const (
	firstTestAccount = 5
	testAccounts     = 20
)

// testGenesis is the chain with which every test file begins: the standard contracts and the test accounts.
// It takes seconds to make, so it is made once.
type testGenesis struct {
	blocks    []blockEntry
	programs  *derived.DerivedBlockData
	contracts map[string]common.Address
	accounts  map[common.Address]*stdlib.PublicKey
	sequence  uint64
}

var getTestGenesis = sync.OnceValues(makeTestGenesis)

func makeTestGenesis() (*testGenesis, error) {
	log, err := newBlockLog(nil)
	if err != nil {
		return nil, err
	}
	chain, err := startTestChain(log, emulator.Contracts(emulator.NewCommonContracts(testNetwork)))
	if err != nil {
		return nil, err
	}
	for range testAccounts {
		if _, err := chain.CreateAccount(); err != nil {
			return nil, fmt.Errorf("the test accounts cannot be created: %w", err)
		}
	}
	contracts, err := listSystemContracts(chain.blockchain)
	if err != nil {
		return nil, err
	}
	return &testGenesis{
		blocks:    log.entries,
		programs:  chain.programs.sealed,
		contracts: contracts,
		accounts:  chain.accounts,
		sequence:  chain.sequence,
	}, nil
}

func listSystemContracts(blockchain *emulator.Blockchain) (map[string]common.Address, error) {
	addresses := map[string]common.Address{}
	for index := uint64(1); index < firstTestAccount; index++ {
		address, err := testNetwork.AddressAtIndex(index)
		if err != nil {
			return nil, err
		}
		account, err := blockchain.GetAccount(address)
		if err != nil {
			return nil, fmt.Errorf("the standard contracts cannot be read: %w", err)
		}
		for name := range account.Contracts {
			addresses[name] = common.Address(account.Address)
		}
	}
	return addresses, nil
}
