// Package refusals tries to use every restricted function and field of the contracts without the power to do so.
package refusals

import (
	"errors"
	"flag"
	"fmt"
	"path/filepath"
	"strings"

	"dharma-guard/toolbox/flowjson"
	"dharma-guard/toolbox/lint"
	"dharma-guard/toolbox/surface"

	"github.com/onflow/cadence/ast"
	"github.com/onflow/cadence/common"
	"github.com/onflow/cadence/sema"
	"github.com/onflow/cadence/tools/analysis"
)

// attempt is a use of a restricted member, and the line of the script that contains it.
type attempt struct {
	member string // such as DharmaVault.GuardedVault.claim
	code   string
	line   int
}

// Run tries each member that the golden list of the public surface restricts, in one script that the checker of the
// chain has to refuse line by line. The list says what is restricted, not the contracts: so it notices what they no
// longer restrict. It prints a line for each member and returns an error if one can be used.
func Run(args []string) error {
	flags := flag.NewFlagSet("toolbox refusals", flag.ContinueOnError)
	flowJSON := flags.String("flow-json", "flow.json", "the file that names contracts and their addresses")
	if err := flags.Parse(args); err != nil {
		return err
	}
	golden, err := surface.ReadGolden(filepath.Join(filepath.Dir(*flowJSON), surface.GoldenName))
	if err != nil {
		return err
	}
	project, err := flowjson.ReadProject(*flowJSON)
	if err != nil {
		return err
	}
	accepted, attempts, err := tryAll(project, golden)
	if err != nil {
		return err
	}
	return printResults(accepted, attempts)
}

// tryAll returns the attempts, and those of them that the checker does not refuse.
func tryAll(project *flowjson.Project, golden []surface.Section) (accepted, attempts []attempt, err error) {
	library, err := lint.NewLibrary(project)
	if err != nil {
		return nil, nil, err
	}
	programs := library.Programs()
	contracts, imports, err := loadContracts(project, library, programs)
	if err != nil {
		return nil, nil, err
	}
	script, attempts, err := buildScript(imports, golden, findDoors(contracts))
	if err != nil {
		return nil, nil, err
	}
	refused, err := checkScript(library, programs, script)
	if err != nil {
		return nil, nil, err
	}
	for _, each := range attempts {
		if !refused[each.line][each.member[strings.LastIndexByte(each.member, '.')+1:]] {
			accepted = append(accepted, each)
		}
	}
	return accepted, attempts, nil
}

func loadContracts(project *flowjson.Project, library *lint.Library, programs *analysis.Programs) ([]*sema.CompositeType, string, error) {
	var contracts []*sema.CompositeType
	var imports strings.Builder
	for _, name := range project.ListProduct() {
		location := library.Locations[project.Contracts[name].Source]
		if err := programs.Load(library.TypeConfig(), location); err != nil {
			return nil, "", fmt.Errorf("contract %s does not pass the checker: %w", name, err)
		}
		declared, known := programs.Programs[location].Checker.Elaboration.GetGlobalType(name)
		if contract, isComposite := declared.Type.(*sema.CompositeType); known && isComposite {
			contracts = append(contracts, contract)
			fmt.Fprintf(&imports, "import %s from %s\n", name, project.Contracts[name].Address.HexWithPrefix())
		}
	}
	return contracts, imports.String(), nil
}

// buildScript returns a script with one function, in one line, for each door to each restricted member.
func buildScript(imports string, golden []surface.Section, found doors) (string, []attempt, error) {
	var attempts []attempt
	script := imports + "access(all) fun main() {}\n"
	line := 1 + strings.Count(script, "\n")
	for _, section := range golden {
		for _, member := range section.ListRestricted() {
			ways := found.list(member.Owner)
			if len(ways) == 0 {
				return "", nil, fmt.Errorf("%s, of which %s is restricted, is not in the contracts: look at the public surface", member.Owner, member.Name)
			}
			for _, way := range ways {
				if way.isOwned && member.IsEntitled {
					continue
				}
				code := way.expression + "." + member.Name
				script += fmt.Sprintf("access(all) fun attempt%d(%s) { %s }\n", line, way.parameter, code)
				attempts = append(attempts, attempt{member: member.Owner + "." + member.Name, code: code, line: line})
				line++
			}
		}
	}
	return script, attempts, nil
}

// checkScript returns the names of the members whose use the checker refuses, by line.
func checkScript(library *lint.Library, programs *analysis.Programs, script string) (map[int]map[string]bool, error) {
	location := common.StringLocation("refusals")
	config := library.TypeConfig()
	config.ResolveCode = func(wanted, importing common.Location, at ast.Range) ([]byte, error) {
		if wanted == location {
			return []byte(script), nil
		}
		return library.ResolveCode(wanted, importing, at)
	}
	var found *sema.CheckerError
	if err := programs.Load(config, location); err != nil && !errors.As(err, &found) {
		return nil, fmt.Errorf("the script of the attempts is not valid: %w", err)
	}
	refused := map[int]map[string]bool{}
	if found == nil {
		return refused, nil
	}
	for _, each := range found.Errors {
		var denied *sema.InvalidAccessError
		if errors.As(each, &denied) {
			if refused[denied.StartPos.Line] == nil {
				refused[denied.StartPos.Line] = map[string]bool{}
			}
			refused[denied.StartPos.Line][denied.Name] = true
		}
	}
	return refused, nil
}

func printResults(accepted, attempts []attempt) error {
	codes := map[string][]string{}
	for _, each := range accepted {
		codes[each.member] = append(codes[each.member], each.code)
	}
	var passed int
	tried := map[string]bool{}
	for _, each := range attempts {
		if tried[each.member] {
			continue
		}
		tried[each.member] = true
		if len(codes[each.member]) == 0 {
			passed++
			fmt.Println("PASS refusal of", each.member)
			continue
		}
		fmt.Printf("FAIL refusal of %s\n     anybody can write %s\n", each.member, strings.Join(codes[each.member], ", or "))
	}
	fmt.Printf("%d passed, %d failed\n", passed, len(codes))
	if len(codes) > 0 || passed == 0 {
		return fmt.Errorf("%d restricted functions and fields can be used by anybody, %d cannot", len(codes), passed)
	}
	return nil
}
