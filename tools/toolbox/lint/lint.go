// Package lint checks Cadence files against the contracts of flow.json and of the chain.
package lint

import (
	"flag"
	"fmt"
	"io/fs"
	"path/filepath"
	"sort"
	"strings"

	"dharma-guard/toolbox/flowjson"

	"github.com/onflow/cadence-tools/lint"
	"github.com/onflow/cadence/tools/analysis"
)

const complexityLimit = 12

// Run checks all Cadence files of directories and prints the findings. It returns an error if there is one.
func Run(args []string) error {
	flags := flag.NewFlagSet("toolbox lint", flag.ContinueOnError)
	flowJSON := flags.String("flow-json", "flow.json", "the file that names contracts and their addresses")
	if err := flags.Parse(args); err != nil {
		return err
	}
	files, err := cadenceFiles(flags.Args())
	if err != nil {
		return err
	}
	if len(files) == 0 {
		return fmt.Errorf("there is no Cadence file in %s", strings.Join(flags.Args(), ", "))
	}
	project, err := flowjson.ReadProject(*flowJSON)
	if err != nil {
		return err
	}
	findings, err := lintFiles(files, project)
	if err != nil {
		return err
	}
	for _, found := range findings {
		fmt.Println(found)
	}
	if len(findings) > 0 {
		return fmt.Errorf("Cadence lint: %d findings in %d files", len(findings), len(files))
	}
	fmt.Printf("Cadence lint: no findings in %d files\n", len(files))
	return nil
}

// cadenceFiles excludes tests: they need the runner's Test contract, and the runner checks them.
func cadenceFiles(dirs []string) ([]string, error) {
	var files []string
	for _, dir := range dirs {
		err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || filepath.Ext(path) != ".cdc" || strings.HasSuffix(path, "_test.cdc") {
				return err
			}
			files = append(files, path)
			return nil
		})
		if err != nil {
			return nil, fmt.Errorf("%s cannot be read: %w", dir, err)
		}
	}
	sort.Strings(files)
	return files, nil
}

// lintFiles type-checks every file with the contracts of the project and of the chain, then runs the analyzers.
func lintFiles(files []string, project *flowjson.Project) ([]finding, error) {
	library, err := newLibrary(project)
	if err != nil {
		return nil, err
	}
	config, programs := library.analysisConfig(), library.newPrograms()
	var found findings
	for _, file := range files {
		location, err := library.add(file)
		if err != nil {
			return nil, err
		}
		if err := programs.Load(config, location); err != nil {
			found.addError(file, err)
			continue
		}
		programs.Get(location).Run(allAnalyzers(), func(d analysis.Diagnostic) { found.addDiagnostic(file, d) })
	}
	left, err := found.withoutAllowed(files)
	if err != nil {
		return nil, err
	}
	return left.sorted(), nil
}

func allAnalyzers() []*analysis.Analyzer {
	analyzers := []*analysis.Analyzer{lint.NewCyclomaticComplexityAnalyzer(complexityLimit, true)}
	for _, analyzer := range lint.Analyzers {
		analyzers = append(analyzers, analyzer)
	}
	return analyzers
}
