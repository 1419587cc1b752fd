package lint

import (
	"fmt"

	"github.com/onflow/cadence-tools/lint"
	"github.com/onflow/cadence/ast"
	"github.com/onflow/cadence/common"
	"github.com/onflow/cadence/stdlib"
	"github.com/onflow/cadence/tools/analysis"
	evm "github.com/onflow/flow-go/fvm/evm/stdlib"
	fvm "github.com/onflow/flow-go/fvm/runtime"
)

// Declarations that the chain adds to Cadence's standard library: in every program, in the EVM contract, in scripts.
var (
	transactionIndex = fvm.TransactionIndexDeclaration(nil)
	getAuthAccount   = stdlib.NewInterpreterGetAuthAccountFunction(nil)
	internalEVMType  = stdlib.StandardLibraryType{
		Name: evm.InternalEVMContractType.Identifier,
		Type: evm.InternalEVMContractType,
		Kind: common.DeclarationKindContract,
	}
	internalEVMValue = stdlib.StandardLibraryValue{
		Name: evm.InternalEVMContractType.Identifier,
		Type: evm.InternalEVMContractType,
		Kind: common.DeclarationKindContract,
	}
)

// newPrograms returns an empty set of checked programs.
func (l *library) newPrograms() *analysis.Programs {
	return &analysis.Programs{
		Programs: map[common.Location]*analysis.Program{},
		CryptoContractLocation: func() common.Location {
			return common.AddressLocation{Address: l.addresses["Crypto"], Name: "Crypto"}
		},
	}
}

func (l *library) analysisConfig() *analysis.Config {
	return &analysis.Config{
		Mode:                        lint.LoadMode,
		ResolveAddressContractNames: func(address common.Address) ([]string, error) { return l.contracts[address], nil },
		ResolveCode:                 l.resolveCode,
		ExtraValues:                 extraValues,
		ExtraTypes:                  extraTypes,
	}
}

// resolveCode returns the code of a location that was added to the library.
func (l *library) resolveCode(location, _ common.Location, _ ast.Range) ([]byte, error) {
	if code, known := l.codes[location]; known {
		return code, nil
	}
	return nil, fmt.Errorf("neither flow.json nor the chain knows %s", location)
}

func extraValues(location common.Location) []stdlib.StandardLibraryValue {
	values := []stdlib.StandardLibraryValue{transactionIndex}
	if isEVM(location) {
		values = append(values, internalEVMValue)
	}
	if _, isFile := location.(common.StringLocation); isFile {
		values = append(values, getAuthAccount)
	}
	return values
}

func extraTypes(location common.Location) []stdlib.StandardLibraryType {
	if isEVM(location) {
		return []stdlib.StandardLibraryType{internalEVMType}
	}
	return nil
}

func isEVM(location common.Location) bool {
	contract, isContract := location.(common.AddressLocation)
	return isContract && contract.Name == evm.ContractName
}
