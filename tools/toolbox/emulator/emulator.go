// Package emulator runs a Flow emulator with a movable clock and a control API.
package emulator

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"time"

	"dharma-guard/toolbox/chaincore"
	"dharma-guard/toolbox/shutdown"

	"github.com/onflow/flow-emulator/adapters"
	"github.com/onflow/flow-emulator/emulator"
	"github.com/onflow/flow-emulator/server/access"
	"github.com/rs/zerolog"
)

const (
	loopback        = "127.0.0.1"
	shutdownTimeout = 500 * time.Millisecond
)

// readyLine is printed once, when both APIs respond.
type readyLine struct {
	Ready          bool   `json:"ready"`
	Rest           string `json:"rest"`
	Control        string `json:"control"`
	ServiceAddress string `json:"serviceAddress"`
	ServiceKey     string `json:"serviceKey"`
}

// Run serves an emulated chain on free ports of loopback until the end of standard input.
func Run(args []string) error {
	flags := flag.NewFlagSet("toolbox emulator", flag.ContinueOnError)
	dbDir := flags.String("db-dir", "", "directory that keeps the chain (none: in memory)")
	if err := flags.Parse(args); err != nil {
		return err
	}
	ctx := shutdown.NewContext()
	ledger, err := chaincore.OpenLedger(*dbDir)
	if err != nil {
		return err
	}
	logger := zerolog.New(os.Stderr).With().Timestamp().Logger().Level(zerolog.ErrorLevel)
	blockchain, err := emulator.New(chaincore.ChainOptions(ledger, &logger)...)
	if err != nil {
		return fmt.Errorf("the emulated chain does not start: %w", err)
	}
	chain := newChain(blockchain, chaincore.NewMovableClock())
	err = serveChain(ctx, chain, &logger)
	chain.close()
	_ = ledger.Close()
	return err
}

func serveChain(ctx context.Context, c *chain, logger *zerolog.Logger) error {
	handler, err := newRestHandler(c, logger)
	if err != nil {
		return fmt.Errorf("the REST API does not start: %w", err)
	}
	failed := make(chan error, 2)
	rest, err := openServer(handler, failed)
	if err != nil {
		return err
	}
	defer rest.stop()
	control, err := openServer(newControlHandler(c), failed)
	if err != nil {
		return err
	}
	defer control.stop()
	key := c.ServiceKey()
	err = json.NewEncoder(os.Stdout).Encode(readyLine{
		Ready:          true,
		Rest:           rest.url,
		Control:        control.url,
		ServiceAddress: key.Address.HexWithPrefix(),
		ServiceKey:     hex.EncodeToString(key.PrivateKey.Encode()),
	})
	if err != nil {
		return err
	}
	return shutdown.Wait(ctx, failed)
}

// newRestHandler extracts the handler of the emulator's REST server, which would open its own port.
func newRestHandler(c *chain, logger *zerolog.Logger) (handler http.Handler, err error) {
	adapter := adapters.NewAccessAdapter(logger, c)
	server, err := access.NewRestServer(logger, c.Blockchain, adapter, c.GetChain(), loopback, 0, false)
	if err != nil {
		return nil, err
	}
	server.UseMiddleware(func(inner http.Handler) http.Handler {
		handler = inner
		return inner
	})
	return handler, nil
}

// openedServer is an HTTP server that accepts requests.
type openedServer struct {
	*http.Server
	url string
}

// openServer opens a server on a free port of loopback; failed receives the error of one that stops by itself.
func openServer(handler http.Handler, failed chan<- error) (*openedServer, error) {
	listener, err := net.Listen("tcp", loopback+":0")
	if err != nil {
		return nil, fmt.Errorf("no port can be opened: %w", err)
	}
	server := &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second}
	go func() {
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			failed <- err
		}
	}()
	return &openedServer{Server: server, url: "http://" + listener.Addr().String()}, nil
}

// stop waits up to shutdownTimeout for pending responses.
func (s *openedServer) stop() {
	ctx, cancel := context.WithTimeout(context.Background(), shutdownTimeout)
	defer cancel()
	if s.Shutdown(ctx) != nil {
		_ = s.Close()
	}
}
