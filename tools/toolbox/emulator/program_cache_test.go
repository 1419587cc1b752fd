package emulator

import (
	"encoding/hex"
	"fmt"
	"testing"

	"github.com/onflow/flow-go-sdk"
)

const (
	deploy = `transaction(code: String) { prepare(a: auth(Contracts) &Account) { a.contracts.add(name: "Greeter", code: code.decodeHex()) } }`
	update = `transaction(code: String) { prepare(a: auth(Contracts) &Account) { a.contracts.update(name: "Greeter", code: code.decodeHex()) } }`
)

// submitSigned submits a transaction with one String argument, signed by the service account.
func (c *controlledChain) submitSigned(cadence, argument string) {
	c.t.Helper()
	key := c.ServiceKey()
	tx := flow.NewTransaction().
		SetScript([]byte(cadence)).
		AddRawArgument([]byte(fmt.Sprintf(`{"type":"String","value":%q}`, argument))).
		SetReferenceBlockID(flow.Identifier(c.latestBlock().ID())).
		SetComputeLimit(1000).
		SetProposalKey(key.Address, key.Index, key.SequenceNumber).
		SetPayer(key.Address).
		AddAuthorizer(key.Address)
	result, err := c.GetTransactionResult(c.submit(tx))
	if err != nil || result.ErrorMessage != "" {
		c.t.Fatalf("%v %s", err, result.ErrorMessage)
	}
}

func greeterContract(word string) string {
	return hex.EncodeToString([]byte(fmt.Sprintf(`access(all) contract Greeter { access(all) fun greet(): String { return %q } }`, word)))
}

func (c *controlledChain) expectGreeting(word string) {
	c.t.Helper()
	greet := fmt.Sprintf("import Greeter from %s\n", c.ServiceKey().Address.HexWithPrefix())
	c.submitSigned(greet+`transaction(word: String) { prepare(a: &Account) {} execute { assert(Greeter.greet() == word, message: Greeter.greet()) } }`, word)
	result, err := c.ExecuteScript([]byte(greet+`access(all) fun main(): String { return Greeter.greet() }`), nil)
	if err != nil || !result.Succeeded() || result.Value.String() != fmt.Sprintf("%q", word) {
		c.t.Fatalf("the script says %v (%v, %v), not %s", result.Value, err, result.Error, word)
	}
}

func TestContractsAreKeptFromBlockToBlock(t *testing.T) {
	c := startControlledChain(t, "")
	c.sendEmptyTransaction()
	c.sendEmptyTransaction()
	if c.programCache.Sealed.CachedPrograms() == 0 {
		t.Fatal("no program was kept")
	}
}

func TestAnUpdatedContractRunsInTheNextBlock(t *testing.T) {
	c := startControlledChain(t, "")
	c.submitSigned(deploy, greeterContract("hello"))
	c.expectGreeting("hello")
	c.submitSigned(update, greeterContract("welcome"))
	c.expectGreeting("welcome")
}
