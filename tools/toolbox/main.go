// Command toolbox contains the Flow tools of this project in one binary: an emulator with a settable
// clock, the FCL dev wallet, the Cadence test runner and the Cadence linter.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"

	"dharma-guard/toolbox/cadencetest"
	"dharma-guard/toolbox/emulator"
	"dharma-guard/toolbox/lint"
	"dharma-guard/toolbox/wallet"
)

const usage = `Usage:
  toolbox emulator [--db-dir DIR]
  TOOLBOX_WALLET_KEY=HEX toolbox wallet [--port 0] --access-node URL --service-address 0x..
  toolbox test [--cover] [--seed N] --flow-json FILE files...
  toolbox lint [--flow-json FILE] DIR...
`

var commands = map[string]func(args []string) error{
	"emulator": emulator.Run,
	"wallet":   wallet.Run,
	"test":     cadencetest.Run,
	"lint":     lint.Run,
}

func main() {
	if len(os.Args) < 2 {
		fail(usage)
	}
	if name := os.Args[1]; name == "help" || name == "--help" || name == "-h" {
		fmt.Print(usage)
		return
	}
	command, known := commands[os.Args[1]]
	if !known {
		fail(fmt.Sprintf("toolbox has no command %q.\n%s", os.Args[1], usage))
	}
	if err := command(os.Args[2:]); err != nil && !errors.Is(err, flag.ErrHelp) {
		fail(err.Error() + "\n")
	}
}

func fail(message string) {
	fmt.Fprint(os.Stderr, message)
	os.Exit(1)
}
