package surface

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"dharma-guard/toolbox/flowjson"
)

// GoldenName is the name of the golden list, which is next to flow.json.
const GoldenName = "public-surface.txt"

// Run compares the contracts of flow.json with the golden list, or writes it. It returns an error if they differ.
func Run(args []string) error {
	flags := flag.NewFlagSet("toolbox surface", flag.ContinueOnError)
	flowJSON := flags.String("flow-json", "flow.json", "the file that names contracts")
	write := flags.Bool("write", false, "write the list instead of comparing it")
	if err := flags.Parse(args); err != nil {
		return err
	}
	project, err := flowjson.ReadProject(*flowJSON)
	if err != nil {
		return err
	}
	golden := filepath.Join(filepath.Dir(*flowJSON), GoldenName)
	if *write {
		sections, err := DescribeProject(project)
		if err != nil {
			return err
		}
		return os.WriteFile(golden, []byte(format(sections)), 0o644)
	}
	if err := Check(project, golden); err != nil {
		return err
	}
	fmt.Printf("The public surface is as %s lists it\n", golden)
	return nil
}

// Check returns an error with the differences between the contracts and the golden list.
func Check(project *flowjson.Project, golden string) error {
	sections, err := DescribeProject(project)
	if err != nil {
		return err
	}
	expected, err := ReadGolden(golden)
	if err != nil {
		return err
	}
	if differences := Compare(expected, sections); len(differences) > 0 {
		return fmt.Errorf("the public surface of the contracts differs from %s:\n  %s\nChange the list only on purpose: "+
			"look at every line, then run npm run generate -- --surface", golden, strings.Join(differences, "\n  "))
	}
	text, err := os.ReadFile(golden)
	if err == nil && string(text) != format(sections) {
		err = fmt.Errorf("%s has the right lines in another order: run npm run generate -- --surface", golden)
	}
	return err
}
