package cadencetest

import (
	"fmt"
	"sort"
	"strconv"
	"strings"

	"dharma-guard/toolbox/flowjson"

	"github.com/onflow/cadence/common"
	"github.com/onflow/cadence/runtime"
)

// printCoverage prints one line for each contract that has a source in flow.json, sorted by name.
func printCoverage(report *runtime.CoverageReport, project *flowjson.Project) {
	names := make([]string, 0, len(project.Contracts))
	for name, contract := range project.Contracts {
		if contract.Source != "" {
			names = append(names, name)
		}
	}
	sort.Strings(names)
	for _, name := range names {
		fmt.Println(formatCoverageLine(report, name, project.Contracts[name]))
	}
}

func formatCoverageLine(report *runtime.CoverageReport, name string, contract flowjson.Contract) string {
	if contract.Address == nil {
		return fmt.Sprintf("COVER %s: no %q alias", name, flowjson.TestingAlias)
	}
	covered := report.Coverage[common.AddressLocation{Address: *contract.Address, Name: name}]
	switch {
	case covered == nil:
		return fmt.Sprintf("COVER %s: not loaded by any test", name)
	case covered.Statements == 0:
		return fmt.Sprintf("COVER %s: no statements", name)
	default:
		return strings.TrimSuffix(fmt.Sprintf("COVER %s: %s, missed %s", name, covered.Percentage(), formatRanges(covered.MissedLines())), ", missed ")
	}
}

// formatRanges formats sorted line numbers as ranges: 3-5 8.
func formatRanges(lines []int) string {
	var parts []string
	for start := 0; start < len(lines); {
		end := start
		for end+1 < len(lines) && lines[end+1] == lines[end]+1 {
			end++
		}
		if start == end {
			parts = append(parts, strconv.Itoa(lines[start]))
		} else {
			parts = append(parts, fmt.Sprintf("%d-%d", lines[start], lines[end]))
		}
		start = end + 1
	}
	return strings.Join(parts, " ")
}
