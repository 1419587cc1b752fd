// Command toolbox holds the Flow tools of this project in one binary: an emulator whose clock can be
// moved, the FCL dev wallet, the Cadence test runner and the Cadence linter.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
)

const usage = `Usage:
  toolbox emulator [--rest-port 0] [--grpc-port 0] [--admin-port 0] [--control-port 0] [--db-dir DIR] [--log-level error]
  TOOLBOX_WALLET_KEY=HEX toolbox wallet [--port 0] --access-node URL --service-address 0x..
  toolbox test [--cover] [--name REGEX] --flow-json FILE files...
  toolbox lint [--flow-json FILE] DIR...
`

var commands = map[string]func(args []string) error{
	"emulator": runEmulator,
	"wallet":   runWallet,
	"test":     runCadenceTests,
	"lint":     runLint,
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
