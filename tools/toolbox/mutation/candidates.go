package mutation

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"dharma-guard/toolbox/flowjson"
	"dharma-guard/toolbox/lint"

	"dharma-guard/toolbox/mutants"
	"dharma-guard/toolbox/surface"

	"github.com/onflow/cadence/ast"
	"github.com/onflow/cadence/common"
	"github.com/onflow/cadence/tools/analysis"
)

// candidate is a mutant that passes the checker, with the texts that identify it in output and in exclusions.
type candidate struct {
	mutants.Mutant
	mutatedContract
	before, after string // the changed lines, with white space collapsed
	isVisible     bool   // the golden list of the public surface shows it, before any test runs
}

func (c candidate) String() string {
	return fmt.Sprintf("%s:%d:%d %s\n     - %s\n     + %s", c.shown, c.Line, c.Column, c.Operator, c.before, c.after)
}

// mutatedContract is a contract to mutate.
type mutatedContract struct {
	name, path string // path is absolute
	shown      string // the path as given on the command line
	source     []byte
	surface    []surface.Section // empty for contracts that are not in the golden list
}

// readMutatedContracts reads the contracts of flow.json whose sources are the given files.
func readMutatedContracts(project *flowjson.Project, paths []string) ([]mutatedContract, error) {
	var contracts []mutatedContract
	for _, path := range paths {
		absolute, err := filepath.Abs(path)
		if err != nil {
			return nil, err
		}
		name, err := project.FindName(absolute)
		if err != nil {
			return nil, err
		}
		source, err := os.ReadFile(absolute)
		if err != nil {
			return nil, fmt.Errorf("contract %s cannot be read: %w", name, err)
		}
		contract := mutatedContract{name: name, path: absolute, shown: path, source: source}
		if slices.Contains(project.ListProduct(), name) {
			if contract.surface, err = surface.Describe(source); err != nil {
				return nil, fmt.Errorf("contract %s: %w", name, err)
			}
		}
		contracts = append(contracts, contract)
	}
	return contracts, nil
}

// listCandidates generates the mutants of all contracts and removes those that the checker rejects.
func listCandidates(project *flowjson.Project, contracts []mutatedContract) ([]candidate, error) {
	checker, err := newMutantChecker(project)
	if err != nil {
		return nil, err
	}
	var candidates []candidate
	for _, contract := range contracts {
		generated, err := mutants.Generate(contract.source)
		if err != nil {
			return nil, fmt.Errorf("contract %s: %w", contract.name, err)
		}
		for _, mutant := range generated {
			if checker.accepts(contract, mutant) {
				candidates = append(candidates, newCandidate(contract, mutant))
			}
		}
	}
	return candidates, nil
}

func newCandidate(contract mutatedContract, mutant mutants.Mutant) candidate {
	start := strings.LastIndexByte(string(contract.source[:mutant.Start]), '\n') + 1
	end := mutant.End + strings.IndexByte(string(contract.source[mutant.End:])+"\n", '\n')
	changed := mutant.Apply(contract.source)
	return candidate{
		Mutant:          mutant,
		mutatedContract: contract,
		before:          reduceSpace(contract.source[start:end]),
		after:           reduceSpace(changed[start : end+len(changed)-len(contract.source)]),
		isVisible:       contract.changesSurface(changed),
	}
}

func (c mutatedContract) changesSurface(changed []byte) bool {
	if c.surface == nil {
		return false
	}
	described, err := surface.Describe(changed)
	return err == nil && len(surface.Compare(c.surface, described)) > 0
}

func reduceSpace(text []byte) string {
	return strings.Join(strings.Fields(string(text)), " ")
}

// mutantChecker checks a changed contract together with the other contracts, which are checked only once.
type mutantChecker struct {
	library  *lint.Library
	programs map[common.Location]*analysis.Program
}

func newMutantChecker(project *flowjson.Project) (*mutantChecker, error) {
	library, err := lint.NewLibrary(project)
	if err != nil {
		return nil, err
	}
	programs := library.Programs()
	for _, name := range slices.Sorted(maps.Keys(project.Contracts)) {
		location, known := library.Locations[project.Contracts[name].Source]
		if !known {
			continue
		}
		if err := programs.Load(library.TypeConfig(), location); err != nil {
			return nil, fmt.Errorf("contract %s does not pass the checker: %w", name, err)
		}
	}
	return &mutantChecker{library: library, programs: programs.Programs}, nil
}

// accepts checks the changed contract and, when the change can concern them, those that import it.
func (c *mutantChecker) accepts(contract mutatedContract, mutant mutants.Mutant) bool {
	location := c.library.Locations[contract.path]
	code := flowjson.ResolveImports(mutant.Apply(contract.source), c.library.FindAddress)
	config := c.library.TypeConfig()
	config.ResolveCode = func(wanted, importing common.Location, at ast.Range) ([]byte, error) {
		if wanted == location {
			return code, nil
		}
		return c.library.ResolveCode(wanted, importing, at)
	}
	changed := []common.Location{location}
	if mutant.ChangesTypes() {
		changed = append(changed, c.listImporters(location)...)
	}
	programs := c.library.Programs()
	programs.Programs = maps.Clone(c.programs)
	for _, each := range changed {
		delete(programs.Programs, each)
	}
	for _, each := range changed {
		if programs.Load(config, each) != nil {
			return false
		}
	}
	return true
}

// listImporters returns the contracts that import a contract, directly or not.
func (c *mutantChecker) listImporters(imported common.Location) (importers []common.Location) {
	for location, program := range c.programs {
		if location != imported && c.imports(program, imported) {
			importers = append(importers, location)
		}
	}
	return importers
}

func (c *mutantChecker) imports(program *analysis.Program, imported common.Location) bool {
	return slices.ContainsFunc(program.Program.ImportDeclarations(), func(declaration *ast.ImportDeclaration) bool {
		name := flowjson.ReadImportedName(declaration)
		address, known := c.library.FindAddress(name)
		location := common.AddressLocation{Address: address, Name: name}
		return known && (location == imported || c.imports(c.programs[location], imported))
	})
}
