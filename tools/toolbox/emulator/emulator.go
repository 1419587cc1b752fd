// Package emulator runs a Flow emulator with a movable clock and a control API.
package emulator

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"net/http"
	"os"
	"time"

	"dharma-guard/toolbox/chaincore"
	"dharma-guard/toolbox/shutdown"

	"github.com/onflow/flow-emulator/emulator"
	"github.com/rs/zerolog"
)

type emulatorOptions struct {
	restPort, grpcPort, adminPort, controlPort int
	dbDir, logLevel                            string
}

// readyLine is printed once, when the REST API responds.
type readyLine struct {
	Ready          bool   `json:"ready"`
	Rest           string `json:"rest"`
	Grpc           string `json:"grpc"`
	Admin          string `json:"admin"`
	Control        string `json:"control"`
	ServiceAddress string `json:"serviceAddress"`
	ServiceKey     string `json:"serviceKey"`
}

// Run serves an emulated chain until the end of standard input.
func Run(args []string) error {
	options, err := parseEmulatorOptions(args)
	if err != nil {
		return err
	}
	logger, err := newLogger(options.logLevel)
	if err != nil {
		return err
	}
	ctx := shutdown.NewContext()
	listeners, err := openListeners(options)
	if err != nil {
		return err
	}
	ledger, err := chaincore.OpenLedger(options.dbDir)
	if err != nil {
		return err
	}
	blockchain, err := emulator.New(chaincore.ChainOptions(ledger, logger)...)
	if err != nil {
		return fmt.Errorf("the emulated chain does not start: %w", err)
	}
	chain := newChain(blockchain, chaincore.NewMovableClock())
	failed, err := listeners.serve(chain, logger)
	if err != nil {
		return err
	}
	if err := printReadyLine(ctx, listeners, blockchain.ServiceKey()); err != nil {
		return err
	}
	err = shutdown.Wait(ctx, failed)
	listeners.stop()
	chain.close()
	_ = ledger.Close()
	return err
}

func parseEmulatorOptions(args []string) (emulatorOptions, error) {
	var options emulatorOptions
	flags := flag.NewFlagSet("toolbox emulator", flag.ContinueOnError)
	flags.IntVar(&options.restPort, "rest-port", 0, "port of the REST access API (0: a free one)")
	flags.IntVar(&options.grpcPort, "grpc-port", 0, "port of the gRPC access API (0: a free one)")
	flags.IntVar(&options.adminPort, "admin-port", 0, "port of the emulator's admin API (0: a free one)")
	flags.IntVar(&options.controlPort, "control-port", 0, "port of the clock, mode and block control (0: a free one)")
	flags.StringVar(&options.dbDir, "db-dir", "", "directory that keeps the chain (none: in memory)")
	flags.StringVar(&options.logLevel, "log-level", "error", "debug, info, warn or error")
	return options, flags.Parse(args)
}

func newLogger(level string) (*zerolog.Logger, error) {
	parsed, err := zerolog.ParseLevel(level)
	if err != nil {
		return nil, fmt.Errorf("log level %q is unknown; give debug, info, warn or error", level)
	}
	logger := zerolog.New(os.Stderr).With().Timestamp().Logger().Level(parsed)
	return &logger, nil
}

func printWarning(err error) {
	fmt.Fprintln(os.Stderr, err)
}

// printReadyLine waits until the REST API responds, then prints the ready line.
func printReadyLine(ctx context.Context, l *listeners, key emulator.ServiceKey) error {
	if err := waitForRest(ctx, l.toURL(l.rest)); err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(readyLine{
		Ready:          true,
		Rest:           l.toURL(l.rest),
		Grpc:           l.grpc.Addr().String(),
		Admin:          l.toURL(l.admin),
		Control:        l.toURL(l.control),
		ServiceAddress: key.Address.HexWithPrefix(),
		ServiceKey:     hex.EncodeToString(key.PrivateKey.Encode()),
	})
}

func waitForRest(ctx context.Context, url string) error {
	for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); {
		response, err := http.Get(url + "/v1/blocks?height=sealed")
		if err == nil {
			_ = response.Body.Close()
			if response.StatusCode == http.StatusOK {
				return nil
			}
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(20 * time.Millisecond):
		}
	}
	return fmt.Errorf("the REST API at %s does not answer after 30 seconds", url)
}
