// Package flowjson reads the contracts of flow.json and resolves imports by name.
package flowjson

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/onflow/cadence/common"
)

// TestingAlias is the alias whose addresses the Cadence tests and the linter use.
const TestingAlias = "testing"

// Project is the contract configuration of flow.json: the source and the address of each contract.
type Project struct {
	Contracts map[string]Contract
}

// Contract is a contract of flow.json.
type Contract struct {
	Source  string // absolute path; empty when flow.json contains only addresses
	Address *common.Address
}

type contractEntry struct {
	Source  string            `json:"source"`
	Aliases map[string]string `json:"aliases"`
}

// ReadProject reads a flow.json; paths of sources are relative to its directory.
func ReadProject(path string) (*Project, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("flow.json cannot be read: %w", err)
	}
	var file struct {
		Contracts map[string]contractEntry `json:"contracts"`
	}
	if err := json.Unmarshal(text, &file); err != nil {
		return nil, fmt.Errorf("%s is not valid JSON: %w", path, err)
	}
	project := &Project{Contracts: map[string]Contract{}}
	for name, entry := range file.Contracts {
		contract, err := entry.resolve(filepath.Dir(path))
		if err != nil {
			return nil, fmt.Errorf("%s: contract %s: %w", path, name, err)
		}
		project.Contracts[name] = contract
	}
	return project, nil
}

func (e contractEntry) resolve(dir string) (contract Contract, err error) {
	if e.Source != "" {
		if contract.Source, err = filepath.Abs(filepath.Join(dir, e.Source)); err != nil {
			return contract, err
		}
	}
	if alias := e.Aliases[TestingAlias]; alias != "" {
		address, err := common.HexToAddress(alias)
		if err != nil {
			return contract, fmt.Errorf("alias %q is not an address", alias)
		}
		contract.Address = &address
	}
	return contract, nil
}

// FindAddress returns the address of a contract under the alias TestingAlias.
func (p *Project) FindAddress(name string) (common.Address, error) {
	contract, known := p.Contracts[name]
	if !known || contract.Address == nil {
		return common.Address{}, fmt.Errorf("flow.json gives contract %s no %q alias", name, TestingAlias)
	}
	return *contract.Address, nil
}

// FindSource returns the absolute path of a contract's source.
func (p *Project) FindSource(name string) (string, error) {
	contract := p.Contracts[name]
	if contract.Source == "" {
		return "", fmt.Errorf("flow.json gives contract %s no source", name)
	}
	return contract.Source, nil
}
