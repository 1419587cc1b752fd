package lint

import (
	"fmt"
	"os"
	"path/filepath"

	"dharma-guard/toolbox/chaincore"
	"dharma-guard/toolbox/flowjson"

	"github.com/onflow/cadence/common"
	"github.com/onflow/flow-emulator/emulator"
	"github.com/rs/zerolog"
)

// systemAccounts is the number of accounts with the contracts that every emulated chain has from its first block.
const systemAccounts = 5

// library holds the code and the address of every contract that a file can import by name.
type library struct {
	codes     map[common.Location][]byte
	contracts map[common.Address][]string
	addresses map[string]common.Address
	locations map[string]common.Location // by absolute path, for contracts of the project
}

// newLibrary returns the contracts of a new chain and of the project.
func newLibrary(project *flowjson.Project) (*library, error) {
	library := &library{
		codes:     map[common.Location][]byte{},
		contracts: map[common.Address][]string{},
		addresses: map[string]common.Address{},
		locations: map[string]common.Location{},
	}
	if err := library.addSystemContracts(); err != nil {
		return nil, err
	}
	return library, library.addProject(project)
}

// addSystemContracts reads FungibleToken and the other standard contracts from a new chain, so that the linter
// checks against the contracts that the emulator runs.
func (l *library) addSystemContracts() error {
	ledger, err := chaincore.OpenLedger("")
	if err != nil {
		return err
	}
	defer func() { _ = ledger.Close() }()
	silent := zerolog.Nop()
	blockchain, err := emulator.New(chaincore.ChainOptions(ledger, &silent)...)
	if err != nil {
		return fmt.Errorf("the standard contracts cannot be read: %w", err)
	}
	for index := uint(1); index <= systemAccounts; index++ {
		account, err := blockchain.GetAccountByIndex(index)
		if err != nil {
			return fmt.Errorf("the standard contracts cannot be read: %w", err)
		}
		for name, code := range account.Contracts {
			l.addContract(common.Address(account.Address), name, code)
		}
	}
	return nil
}

func (l *library) addProject(project *flowjson.Project) error {
	for name, contract := range project.Contracts {
		if contract.Source == "" {
			continue
		}
		address, err := project.FindAddress(name)
		if err != nil {
			return err
		}
		code, err := os.ReadFile(contract.Source)
		if err != nil {
			return fmt.Errorf("contract %s cannot be read: %w", name, err)
		}
		l.addContract(address, name, code)
		l.locations[contract.Source] = common.AddressLocation{Address: address, Name: name}
	}
	for location, code := range l.codes {
		l.codes[location] = flowjson.ResolveImports(code, l.findAddress)
	}
	return nil
}

func (l *library) addContract(address common.Address, name string, code []byte) {
	l.codes[common.AddressLocation{Address: address, Name: name}] = code
	l.contracts[address] = append(l.contracts[address], name)
	l.addresses[name] = address
}

// add returns the location of a file: the address of a contract of flow.json, the path of a transaction or script.
func (l *library) add(file string) (common.Location, error) {
	path, err := filepath.Abs(file)
	if err != nil {
		return nil, err
	}
	if location, known := l.locations[path]; known {
		return location, nil
	}
	code, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("%s cannot be read: %w", file, err)
	}
	location := common.StringLocation(path)
	l.codes[location] = flowjson.ResolveImports(code, l.findAddress)
	return location, nil
}

func (l *library) findAddress(name string) (common.Address, bool) {
	address, known := l.addresses[name]
	return address, known
}
