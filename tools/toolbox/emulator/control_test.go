package emulator

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"dharma-guard/toolbox/chaincore"

	"github.com/onflow/flow-emulator/convert"
	"github.com/onflow/flow-emulator/emulator"
	"github.com/onflow/flow-go-sdk"
	flowgo "github.com/onflow/flow-go/model/flow"
	"github.com/rs/zerolog"
)

const day = 24 * time.Hour

type controlledChain struct {
	t   *testing.T
	url string
	*chain
}

func startControlledChain(t *testing.T, dbDir string) *controlledChain {
	t.Helper()
	ledger, err := chaincore.OpenLedger(dbDir)
	if err != nil {
		t.Fatal(err)
	}
	silent := zerolog.Nop()
	blockchain, err := emulator.New(chaincore.ChainOptions(ledger, &silent)...)
	if err != nil {
		t.Fatal(err)
	}
	c := &controlledChain{t: t, chain: newChain(blockchain, chaincore.NewMovableClock())}
	server := httptest.NewServer(newControlHandler(c.chain))
	c.url = server.URL
	t.Cleanup(func() {
		server.Close()
		c.close()
		_ = ledger.Close()
	})
	return c
}

// call returns the status and the decoded body.
func (c *controlledChain) call(method, path, body string) (int, map[string]any) {
	c.t.Helper()
	request, err := http.NewRequest(method, c.url+path, strings.NewReader(body))
	if err != nil {
		c.t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		c.t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	var answer map[string]any
	_ = json.NewDecoder(response.Body).Decode(&answer)
	return response.StatusCode, answer
}

func (c *controlledChain) mustCall(method, path, body string) map[string]any {
	c.t.Helper()
	status, answer := c.call(method, path, body)
	if status != http.StatusOK {
		c.t.Fatalf("%s %s %s answers %d %v", method, path, body, status, answer)
	}
	return answer
}

func (c *controlledChain) latestBlock() *flowgo.Block {
	c.t.Helper()
	block, err := c.GetLatestBlock()
	if err != nil {
		c.t.Fatal(err)
	}
	return block
}

// sendEmptyTransaction submits a transaction without statements in the same way as the access API.
func (c *controlledChain) sendEmptyTransaction() flowgo.Identifier {
	c.t.Helper()
	key := c.ServiceKey()
	tx := flow.NewTransaction().
		SetScript([]byte("transaction { execute {} }")).
		SetReferenceBlockID(flow.Identifier(c.latestBlock().ID())).
		SetComputeLimit(100).
		SetProposalKey(key.Address, key.Index, key.SequenceNumber).
		SetPayer(key.Address)
	return c.submit(tx)
}

// submit signs a transaction as the service account and submits it to the chain.
func (c *controlledChain) submit(tx *flow.Transaction) flowgo.Identifier {
	c.t.Helper()
	key := c.ServiceKey()
	signer, err := key.Signer()
	if err != nil {
		c.t.Fatal(err)
	}
	if err := tx.SignEnvelope(key.Address, key.Index, signer); err != nil {
		c.t.Fatal(err)
	}
	body := convert.SDKTransactionToFlow(*tx)
	if err := c.SendTransaction(body); err != nil {
		c.t.Fatal(err)
	}
	return body.ID()
}

func (c *controlledChain) isSealed(id flowgo.Identifier) bool {
	result, err := c.GetTransactionResult(id)
	return err == nil && result.Status == flowgo.TransactionStatusSealed
}

func (c *controlledChain) waitForHeight(height uint64) {
	c.t.Helper()
	for deadline := time.Now().Add(10 * time.Second); c.latestBlock().Height < height; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			c.t.Fatalf("height is still %d, not %d", c.latestBlock().Height, height)
		}
	}
}

func blockTime(block *flowgo.Block) time.Time {
	return time.UnixMilli(int64(block.Timestamp))
}

func TestBlocksCarryTheTimeOfTheMovedClock(t *testing.T) {
	c := startControlledChain(t, "")
	c.mustCall("POST", "/clock", `{"now":"2026-01-02T03:04:05Z"}`)
	if answer := c.mustCall("POST", "/blocks", `{"count":2}`); answer["height"] != 2.0 {
		t.Fatalf("answer is %v", answer)
	}
	if at := blockTime(c.latestBlock()).UTC().Format(time.RFC3339); at != "2026-01-02T03:04:05Z" {
		t.Fatalf("block time is %s", at)
	}
	c.mustCall("POST", "/clock", `{"offsetMs":-7776000000}`)
	c.mustCall("POST", "/blocks", "")
	if age := time.Since(blockTime(c.latestBlock())).Round(time.Minute); age != 90*day {
		t.Fatalf("the block is %s old, not 90 days", age)
	}
}

func TestManualModeKeepsTransactionsUntilABlockIsCommitted(t *testing.T) {
	c := startControlledChain(t, "")
	c.mustCall("POST", "/mode", `{"mode":"manual"}`)
	id := c.sendEmptyTransaction()
	if c.isSealed(id) || c.latestBlock().Height != 0 {
		t.Fatal("the transaction did not wait")
	}
	c.mustCall("POST", "/blocks", "{}")
	if !c.isSealed(id) {
		t.Fatal("the transaction is not sealed by the block")
	}
}

func TestAutoModeMakesABlockForATransactionWithTheTimeOfTheSending(t *testing.T) {
	c := startControlledChain(t, "")
	c.mustCall("POST", "/clock", `{"now":"2026-01-02T03:04:05Z"}`)
	if id := c.sendEmptyTransaction(); !c.isSealed(id) {
		t.Fatal("the transaction is not sealed")
	}
	if at := blockTime(c.latestBlock()).UTC().Format(time.RFC3339); at != "2026-01-02T03:04:05Z" {
		t.Fatalf("block time is %s", at)
	}
}

func TestReturningToAutoModeCommitsWhatWaits(t *testing.T) {
	c := startControlledChain(t, "")
	c.mustCall("POST", "/mode", `{"mode":"manual"}`)
	id := c.sendEmptyTransaction()
	c.mustCall("POST", "/mode", `{"mode":"auto"}`)
	if !c.isSealed(id) {
		t.Fatal("the transaction still waits")
	}
}

func TestIntervalModeCommitsEmptyBlocksUntilTheModeChanges(t *testing.T) {
	c := startControlledChain(t, "")
	if answer := c.mustCall("POST", "/mode", `{"mode":"interval","intervalMs":5}`); answer["intervalMs"] != 5.0 {
		t.Fatalf("answer is %v", answer)
	}
	c.waitForHeight(3)
	c.mustCall("POST", "/mode", `{"mode":"manual"}`)
	height := c.latestBlock().Height
	c.mustCall("POST", "/blocks", "")
	if now := c.latestBlock().Height; now != height+1 {
		t.Fatalf("height is %d after %d and one block", now, height)
	}
}

func TestIntervalModeCommitsEmptyBlocksOnlyAfterTheIdleTime(t *testing.T) {
	c := startControlledChain(t, "")
	c.mustCall("POST", "/blocks", "")
	c.mustCall("POST", "/mode", `{"mode":"interval","intervalMs":5,"idleMs":3600000}`)
	for range 3 {
		before := c.latestBlock().Height
		id := c.sendEmptyTransaction()
		c.waitForHeight(before + 1)
		if now := c.latestBlock().Height; now != before+1 || !c.isSealed(id) {
			t.Fatalf("height is %d after %d and one transaction", now, before)
		}
	}
}

func TestARestartWithTheSameDirectoryContinuesTheChain(t *testing.T) {
	dir := t.TempDir()
	t.Run("first life", func(t *testing.T) {
		c := startControlledChain(t, dir)
		c.sendEmptyTransaction()
		c.mustCall("POST", "/blocks", `{"count":3}`)
	})
	t.Run("second life", func(t *testing.T) {
		c := startControlledChain(t, dir)
		parent := c.latestBlock()
		if parent.Height != 4 {
			t.Fatalf("height is %d, not 4", parent.Height)
		}
		if id := c.sendEmptyTransaction(); !c.isSealed(id) || c.latestBlock().ParentID != parent.ID() {
			t.Fatal("the next block does not follow the last one")
		}
	})
}

func TestBadRequestsAreRefusedWithAMessage(t *testing.T) {
	c := startControlledChain(t, "")
	for _, bad := range []struct{ path, body string }{
		{"/clock", `{}`},
		{"/clock", `{"now":"yesterday"}`},
		{"/clock", `{"now":"2026-01-02T03:04:05Z","offsetMs":1}`},
		{"/mode", `{"mode":"sometimes"}`},
		{"/mode", `{"mode":"interval","intervalMs":-1}`},
		{"/mode", `{"mode":"interval","idleMs":-1}`},
		{"/blocks", `{"count":0}`},
		{"/blocks", `{"count":1000000}`},
		{"/blocks", `[`},
	} {
		status, answer := c.call("POST", bad.path, bad.body)
		if message, _ := answer["message"].(string); status != http.StatusBadRequest || message == "" {
			t.Errorf("POST %s %s answers %d %v", bad.path, bad.body, status, answer)
		}
	}
}
