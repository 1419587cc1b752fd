// Package flowjson reads the contracts of flow.json and resolves imports by name.
package flowjson

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/onflow/cadence/common"
)

// TestingAlias is the alias whose addresses the Cadence tests and the linter use.
const TestingAlias = "testing"

// Project is the contract configuration of flow.json: the source and the address of each contract.
type Project struct {
	Path      string
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
		Contracts map[string]json.RawMessage `json:"contracts"`
	}
	if err := json.Unmarshal(text, &file); err != nil {
		return nil, fmt.Errorf("%s is not valid JSON: %w", path, err)
	}
	project := &Project{Path: path, Contracts: map[string]Contract{}}
	for name, raw := range file.Contracts {
		contract, err := parseContract(raw, filepath.Dir(path))
		if err != nil {
			return nil, fmt.Errorf("%s: contract %s: %w", path, name, err)
		}
		project.Contracts[name] = contract
	}
	return project, nil
}

// parseContract accepts both notations of flow.json: "./path.cdc" and {source, aliases}.
func parseContract(raw json.RawMessage, dir string) (Contract, error) {
	var entry contractEntry
	if json.Unmarshal(raw, &entry.Source) != nil {
		if err := json.Unmarshal(raw, &entry); err != nil {
			return Contract{}, err
		}
	}
	var contract Contract
	if entry.Source != "" {
		source, err := filepath.Abs(filepath.Join(dir, entry.Source))
		if err != nil {
			return Contract{}, err
		}
		contract.Source = source
	}
	if alias := entry.Aliases[TestingAlias]; alias != "" {
		address, err := common.HexToAddress(alias)
		if err != nil {
			return Contract{}, fmt.Errorf("alias %q is not an address", alias)
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

// productPrefix begins the names of the product's contracts; others belong to the local world, to the chain or to tests.
const productPrefix = "Dharma"

// ListProduct returns the names of the product's contracts, sorted.
func (p *Project) ListProduct() (names []string) {
	for name, contract := range p.Contracts {
		if strings.HasPrefix(name, productPrefix) && contract.Source != "" {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// FindName returns the name of the contract whose source is the given absolute path.
func (p *Project) FindName(source string) (string, error) {
	for name, contract := range p.Contracts {
		if contract.Source == source {
			return name, nil
		}
	}
	return "", fmt.Errorf("flow.json has no contract whose source is %s", source)
}
