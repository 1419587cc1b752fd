package main

import (
	_ "github.com/onflow/cadence-tools/lint"
	_ "github.com/onflow/cadence-tools/test"
	_ "github.com/onflow/fcl-dev-wallet/go/wallet"
	_ "github.com/onflow/flow-emulator/server"
	_ "github.com/onflow/flow-emulator/emulator"
	_ "github.com/onflow/flow-go-sdk"
	_ "github.com/rs/zerolog"
)

func main() {}
