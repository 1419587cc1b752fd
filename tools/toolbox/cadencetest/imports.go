package cadencetest

import (
	"fmt"

	"dharma-guard/toolbox/chaincore"

	"github.com/onflow/cadence-tools/test"
	"github.com/onflow/cadence/common"
	"github.com/onflow/cadence/interpreter"
	"github.com/onflow/cadence/runtime"
)

// checkedImports checks each contract that a test file imports only once. The runner repeats the check for every
// transitive import.
type checkedImports struct {
	runtime.Runtime
	programs map[string]*interpreter.Program
}

func (c *checkedImports) ParseAndCheckProgram(source []byte, context runtime.Context) (*interpreter.Program, error) {
	key := fmt.Sprintf("%s\x00%s", context.Location, source)
	if program, known := c.programs[key]; known {
		return program, nil
	}
	program, err := c.Runtime.ParseAndCheckProgram(source, context)
	if err == nil {
		c.programs[key] = program
	}
	return program, err
}

// checkImportsOnce wraps the runner's import resolver. The resolver is called before each check; the runtime cannot be
// replaced earlier, because the runner creates it only when it starts.
func checkImportsOnce(runner *test.TestRunner, resolve func(common.Location) (string, error)) test.ImportResolver {
	return func(_ string, location common.Location) (string, error) {
		checking := chaincore.UnexportedField[runtime.Runtime](runner, "testRuntime")
		if _, isOurs := (*checking).(*checkedImports); !isOurs {
			*checking = &checkedImports{Runtime: *checking, programs: map[string]*interpreter.Program{}}
		}
		return resolve(location)
	}
}
