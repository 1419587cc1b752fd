// Package signatures prints the parameters and doc comments of Cadence files as JSON.
package signatures

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/onflow/cadence/ast"
	"github.com/onflow/cadence/common"
	"github.com/onflow/cadence/parser"
)

// signature is the name, doc comment and parameters of a transaction, a script's main or an event.
type signature struct {
	Name       string      `json:"name"`
	Doc        string      `json:"doc"`
	Parameters []parameter `json:"parameters"`
}

type parameter struct {
	Name string `json:"name"`
	Type string `json:"type"`
}

// fileSignatures is what callers and readers of a Cadence file need: Call is the signature of the transaction or of
// the script's main, nil in a contract; Events are those that the contracts of the file declare themselves.
type fileSignatures struct {
	Call   *signature  `json:"call"`
	Events []signature `json:"events"`
}

// Run prints a JSON object with the fileSignatures of every file, by its path as given.
func Run(files []string) error {
	if len(files) == 0 {
		return errors.New("toolbox signatures needs the paths of Cadence files")
	}
	byFile := map[string]fileSignatures{}
	for _, file := range files {
		code, err := os.ReadFile(file)
		if err != nil {
			return fmt.Errorf("%s cannot be read: %w", file, err)
		}
		if byFile[file], err = readSignatures(code); err != nil {
			return fmt.Errorf("%s is not valid Cadence: %w", file, err)
		}
	}
	return json.NewEncoder(os.Stdout).Encode(byFile)
}

func readSignatures(code []byte) (fileSignatures, error) {
	program, err := parser.ParseProgram(nil, code, parser.Config{})
	if err != nil {
		return fileSignatures{}, err
	}
	found := fileSignatures{Call: findCall(program), Events: []signature{}}
	for _, contract := range program.CompositeDeclarations() {
		found.Events = append(found.Events, listEvents(contract.Members)...)
	}
	for _, contract := range program.InterfaceDeclarations() {
		found.Events = append(found.Events, listEvents(contract.Members)...)
	}
	return found, nil
}

func findCall(program *ast.Program) *signature {
	if transaction := program.SoleTransactionDeclaration(); transaction != nil {
		call := newSignature("transaction", transaction.DocString, transaction.ParameterList)
		return &call
	}
	for _, function := range program.FunctionDeclarations() {
		if function.Identifier.Identifier == "main" {
			call := newSignature("main", function.DocString, function.ParameterList)
			return &call
		}
	}
	return nil
}

func listEvents(members *ast.Members) []signature {
	var events []signature
	for _, composite := range members.Composites() {
		if composite.CompositeKind != common.CompositeKindEvent {
			continue
		}
		parameters := composite.Members.Initializers()[0].FunctionDeclaration.ParameterList
		events = append(events, newSignature(composite.Identifier.Identifier, composite.DocString, parameters))
	}
	return events
}

func newSignature(name, doc string, list *ast.ParameterList) signature {
	described := signature{Name: name, Doc: trimDoc(doc), Parameters: []parameter{}}
	if list == nil {
		return described
	}
	for _, declared := range list.Parameters {
		described.Parameters = append(described.Parameters, parameter{
			Name: declared.Identifier.Identifier,
			Type: declared.TypeAnnotation.String(),
		})
	}
	return described
}

// trimDoc removes the space that follows the slashes of each line.
func trimDoc(doc string) string {
	lines := strings.Split(doc, "\n")
	for index, line := range lines {
		lines[index] = strings.TrimPrefix(line, " ")
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}
