package main

import (
	"encoding/hex"
	"errors"
	"fmt"
	"strings"

	"github.com/onflow/cadence"
	"github.com/onflow/cadence/common"
	"github.com/onflow/cadence/interpreter"
	"github.com/onflow/cadence/runtime"
	"github.com/onflow/cadence/stdlib"
	"github.com/onflow/flow-emulator/convert"
	"github.com/onflow/flow-emulator/types"
	"github.com/onflow/flow-go-sdk"
	"github.com/onflow/flow-go-sdk/crypto"
	"github.com/onflow/flow-go-sdk/templates"
)

// AddTransaction is what `Test.addTransaction` calls. A signer may stand in the list several times, each time with
// another public key.
func (c *testChain) AddTransaction(
	context stdlib.TestFrameworkAddTransactionContext,
	code string,
	authorizers []common.Address,
	signers []*stdlib.Account,
	arguments []interpreter.Value,
) error {
	exported, err := exportValues(context, arguments)
	if err != nil {
		return err
	}
	tx := flow.NewTransaction().SetScript(c.withAddresses(code))
	for _, authorizer := range authorizers {
		tx.AddAuthorizer(flow.Address(authorizer))
	}
	return toUserError(c.add(tx, signers, exported))
}

// add pays with the service key. The sequence number only makes the transaction unique, see startTestChain.
func (c *testChain) add(tx *flow.Transaction, signers []*stdlib.Account, arguments []cadence.Value) error {
	for _, argument := range arguments {
		if err := tx.AddArgument(argument); err != nil {
			return err
		}
	}
	c.sequence++
	tx.SetProposalKey(c.serviceKey.Address, c.serviceKey.Index, c.sequence).SetPayer(c.serviceKey.Address)
	if err := c.sign(tx, signers); err != nil {
		return err
	}
	return c.blockchain.AddTransaction(*convert.SDKTransactionToFlow(*tx))
}

// ExecuteNextTransaction answers nil when no transaction waits.
func (c *testChain) ExecuteNextTransaction() *stdlib.TransactionResult {
	c.beginExecution()
	result, err := c.blockchain.ExecuteNextTransaction()
	var exhausted *types.PendingBlockTransactionsExhaustedError
	switch {
	case errors.As(err, &exhausted):
		return nil
	case err != nil:
		return &stdlib.TransactionResult{Error: err}
	default:
		return &stdlib.TransactionResult{Error: result.Error, ComputationUsed: result.ComputationUsed}
	}
}

// runAlone makes a block of one transaction.
func (c *testChain) runAlone(
	tx *flow.Transaction,
	signers []*stdlib.Account,
	arguments []cadence.Value,
) (*types.TransactionResult, error) {
	if err := c.add(tx, signers, arguments); err != nil {
		return nil, err
	}
	c.beginExecution()
	result, err := c.blockchain.ExecuteNextTransaction()
	if err != nil {
		return nil, err
	}
	return result, errors.Join(result.Error, c.CommitBlock())
}

// CreateAccount creates an account with the key that all test accounts have.
func (c *testChain) CreateAccount() (*stdlib.Account, error) {
	key := flow.NewAccountKey().
		FromPrivateKey(newTestKey(accountKeyNumber)).
		SetHashAlgo(crypto.SHA3_256).
		SetWeight(flow.AccountKeyWeightThreshold)
	tx, err := templates.CreateAccount([]*flow.AccountKey{key}, nil, c.serviceKey.Address)
	if err != nil {
		return nil, err
	}
	result, err := c.runAlone(tx, nil, nil)
	if err != nil {
		return nil, err
	}
	for _, event := range result.Events {
		if event.Type == flow.EventAccountCreated {
			address := common.Address(flow.AccountCreatedEvent(event).Address())
			c.accounts[address] = toStdlibKey(key.PublicKey)
			return &stdlib.Account{Address: address, PublicKey: c.accounts[address]}, nil
		}
	}
	return nil, fmt.Errorf("the chain created no account")
}

// DeployContract deploys or updates a contract at the address that flow.json gives it.
func (c *testChain) DeployContract(
	context stdlib.TestFrameworkContractDeploymentContext,
	name string,
	path string,
	arguments []interpreter.Value,
) error {
	code, err := c.readFile(path)
	if err != nil {
		return err
	}
	exported, err := exportValues(context, arguments)
	if err != nil {
		return err
	}
	address, known := c.findAddress(name)
	if !known {
		return fmt.Errorf("flow.json gives contract %s no %q alias", name, testingAlias)
	}
	account, err := c.GetAccount(interpreter.AddressValue(address))
	if err != nil {
		return err
	}
	tx := flow.NewTransaction().
		SetScript(buildDeployment(name, c.withAddresses(code), exported)).
		AddAuthorizer(flow.Address(address))
	_, err = c.runAlone(tx, []*stdlib.Account{account}, exported)
	return err
}

func buildDeployment(name string, code []byte, arguments []cadence.Value) []byte {
	var parameters, values strings.Builder
	for i, argument := range arguments {
		fmt.Fprintf(&parameters, "a%d: %s, ", i, argument.Type().ID())
		fmt.Fprintf(&values, ", a%d", i)
	}
	return fmt.Appendf(nil, `transaction(%s) {
    prepare(signer: auth(AddContract, UpdateContract) &Account) {
        let code = "%s".decodeHex()
        if signer.contracts.get(name: "%s") == nil {
            signer.contracts.add(name: "%s", code: code%s)
        } else {
            signer.contracts.update(name: "%s", code: code)
        }
    }
}`, parameters.String(), hex.EncodeToString(code), name, name, values.String(), name)
}

func exportValues(context interpreter.ValueExportContext, values []interpreter.Value) ([]cadence.Value, error) {
	exported := make([]cadence.Value, 0, len(values))
	for _, value := range values {
		one, err := runtime.ExportValue(value, context)
		if err != nil {
			return nil, err
		}
		exported = append(exported, one)
	}
	return exported, nil
}
