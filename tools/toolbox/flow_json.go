package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/onflow/cadence/common"
)

// testingAlias is the alias whose addresses the Cadence tests and the linter use.
const testingAlias = "testing"

// flowProject is the contract configuration of flow.json: the source and the address of each contract.
type flowProject struct {
	path      string
	contracts map[string]projectContract
}

type projectContract struct {
	source  string // absolute path; empty when flow.json contains only addresses
	address *common.Address
}

type contractEntry struct {
	Source  string            `json:"source"`
	Aliases map[string]string `json:"aliases"`
}

func readFlowProject(path string) (*flowProject, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("flow.json cannot be read: %w", err)
	}
	var file struct {
		Contracts map[string]json.RawMessage `json:"contracts"`
	}
	if err := json.Unmarshal(text, &file); err != nil {
		return nil, fmt.Errorf("%s is not valid JSON: %w", path, err)
	}
	project := &flowProject{path: path, contracts: map[string]projectContract{}}
	for name, raw := range file.Contracts {
		contract, err := parseContract(raw, filepath.Dir(path))
		if err != nil {
			return nil, fmt.Errorf("%s: contract %s: %w", path, name, err)
		}
		project.contracts[name] = contract
	}
	return project, nil
}

// parseContract accepts both notations of flow.json: "./path.cdc" and {source, aliases}.
func parseContract(raw json.RawMessage, dir string) (projectContract, error) {
	var entry contractEntry
	if json.Unmarshal(raw, &entry.Source) != nil {
		if err := json.Unmarshal(raw, &entry); err != nil {
			return projectContract{}, err
		}
	}
	var contract projectContract
	if entry.Source != "" {
		source, err := filepath.Abs(filepath.Join(dir, entry.Source))
		if err != nil {
			return projectContract{}, err
		}
		contract.source = source
	}
	if alias := entry.Aliases[testingAlias]; alias != "" {
		address, err := common.HexToAddress(alias)
		if err != nil {
			return projectContract{}, fmt.Errorf("alias %q is not an address", alias)
		}
		contract.address = &address
	}
	return contract, nil
}

func (p *flowProject) findAddress(name string) (common.Address, error) {
	contract, known := p.contracts[name]
	if !known || contract.address == nil {
		return common.Address{}, fmt.Errorf("flow.json gives contract %s no %q alias", name, testingAlias)
	}
	return *contract.address, nil
}

// findSource returns the absolute path of a contract's source.
func (p *flowProject) findSource(name string) (string, error) {
	contract := p.contracts[name]
	if contract.source == "" {
		return "", fmt.Errorf("flow.json gives contract %s no source", name)
	}
	return contract.source, nil
}
