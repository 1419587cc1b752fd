package main

import (
	"regexp"
	"strings"

	"github.com/onflow/cadence/ast"
	"github.com/onflow/cadence/common"
	jsoncdc "github.com/onflow/cadence/encoding/json"
	"github.com/onflow/cadence/interpreter"
	"github.com/onflow/cadence/runtime"
	"github.com/onflow/cadence/sema"
	"github.com/onflow/cadence/stdlib"
	"github.com/onflow/flow-emulator/convert"
	"github.com/onflow/flow-go/fvm/environment"
	"github.com/onflow/flow-go/fvm/systemcontracts"
	flowgo "github.com/onflow/flow-go/model/flow"
	"github.com/rs/zerolog"
)

// RunScript runs on the last block.
func (c *testChain) RunScript(
	context stdlib.TestFrameworkScriptExecutionContext,
	code string,
	arguments []interpreter.Value,
) *stdlib.ScriptResult {
	value, err := c.runScript(context, code, arguments)
	return &stdlib.ScriptResult{Value: value, Error: err}
}

func (c *testChain) runScript(
	context stdlib.TestFrameworkScriptExecutionContext,
	code string,
	arguments []interpreter.Value,
) (interpreter.Value, error) {
	encoded, err := encodeValues(context, arguments)
	if err != nil {
		return nil, err
	}
	done := c.programs.useSealed()
	result, err := c.blockchain.ExecuteScript(c.withAddresses(code), encoded)
	done()
	if err != nil {
		return nil, err
	}
	if result.Error != nil {
		return nil, result.Error
	}
	expected, err := interpreter.ConvertStaticToSemaType(context, runtime.ImportType(context, result.Value.Type()))
	if err != nil {
		return nil, err
	}
	return runtime.ImportValue(context, c.handler, c.resolveLocation, result.Value, expected)
}

func encodeValues(context interpreter.ValueExportContext, values []interpreter.Value) ([][]byte, error) {
	exported, err := exportValues(context, values)
	if err != nil {
		return nil, err
	}
	encoded := make([][]byte, 0, len(exported))
	for _, value := range exported {
		one, err := jsoncdc.Encode(value)
		if err != nil {
			return nil, err
		}
		encoded = append(encoded, one)
	}
	return encoded, nil
}

// Events answers the events of all blocks, or those of one type.
func (c *testChain) Events(context stdlib.TestFrameworkEventsContext, wanted interpreter.StaticType) interpreter.Value {
	name := ""
	if wanted != nil {
		name = wanted.String()
	}
	block, err := c.blockchain.GetLatestBlock()
	mustHold(err)
	var values []interpreter.Value
	for height := uint64(0); height <= block.Height; height++ {
		events, err := c.blockchain.GetEventsByHeight(height, name)
		mustHold(err)
		for _, event := range events {
			value, err := c.importEvent(context, event)
			mustHold(err)
			values = append(values, value)
		}
	}
	anyStructs := interpreter.NewVariableSizedStaticType(context, interpreter.PrimitiveStaticTypeAnyStruct)
	return interpreter.NewArrayValue(context, anyStructs, common.ZeroAddress, values...)
}

func (c *testChain) importEvent(context stdlib.TestFrameworkEventsContext, event flowgo.Event) (interpreter.Value, error) {
	decoded, err := convert.FlowEventToSDK(event)
	if err != nil {
		return nil, err
	}
	return runtime.ImportValue(context, c.handler, c.resolveLocation, decoded.Value, nil)
}

func (c *testChain) resolveLocation(identifiers []ast.Identifier, location common.Location) ([]sema.ResolvedLocation, error) {
	listContracts := func(address flowgo.Address) ([]string, error) {
		return c.blockchain.NewScriptEnvironment().GetAccountContractNames(common.Address(address))
	}
	crypto := systemcontracts.SystemContractsForChain(testNetwork.ChainID()).Crypto.Address
	return environment.ResolveLocation(identifiers, location, listContracts, common.Address(crypto))
}

func (c *testChain) withAddresses(code string) []byte {
	return withAddresses([]byte(code), c.findAddress)
}

// testLogs collects what contracts, transactions and scripts log.
type testLogs struct{ messages []string }

var quoted = regexp.MustCompile(`"(.*)"`)

// Run is zerolog's hook. The emulator writes `LOG: "text"`, the mark in colour.
func (l *testLogs) Run(_ *zerolog.Event, _ zerolog.Level, message string) {
	_, text, isLog := strings.Cut(message, "LOG:")
	if !isLog {
		return
	}
	if inner := quoted.FindStringSubmatch(text); inner != nil {
		text = inner[1]
	}
	l.messages = append(l.messages, text)
}
