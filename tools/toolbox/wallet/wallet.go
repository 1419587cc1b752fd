// Package wallet runs the FCL dev wallet.
package wallet

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"time"

	"dharma-guard/toolbox/shutdown"

	"github.com/onflow/fcl-dev-wallet/go/wallet"
	"github.com/onflow/flow-go-sdk/crypto"
)

// walletKeyVariable holds the private key that signs for every account, in hex (ECDSA_P256):
// command line arguments are visible to other processes.
const walletKeyVariable = "TOOLBOX_WALLET_KEY"

type walletOptions struct {
	port                                   int
	accessNode, serviceAddress, privateKey string
}

// Run serves the dev wallet until the end of standard input.
func Run(args []string) error {
	options, err := parseWalletOptions(args)
	if err != nil {
		return err
	}
	config, err := walletConfig(options)
	if err != nil {
		return err
	}
	server, err := wallet.NewHTTPServer(uint(options.port), config)
	if err != nil {
		return fmt.Errorf("the dev wallet does not start: %w", err)
	}
	ctx := shutdown.NewContext()
	failed := make(chan error, 1)
	go func() { failed <- server.Start() }()
	if err := announceWallet(ctx, options.port, failed); err != nil {
		return err
	}
	return shutdown.Wait(ctx, failed)
}

func parseWalletOptions(args []string) (walletOptions, error) {
	var options walletOptions
	flags := flag.NewFlagSet("toolbox wallet", flag.ContinueOnError)
	flags.IntVar(&options.port, "port", 0, "port of the wallet (0: a free one)")
	flags.StringVar(&options.accessNode, "access-node", "", "URL of the emulator's REST API")
	flags.StringVar(&options.serviceAddress, "service-address", "", "address of the service account")
	if err := flags.Parse(args); err != nil {
		return options, err
	}
	options.privateKey = os.Getenv(walletKeyVariable)
	if options.accessNode == "" || options.serviceAddress == "" || options.privateKey == "" {
		return options, fmt.Errorf("the wallet needs --access-node, --service-address and a private key in %s", walletKeyVariable)
	}
	port, err := portOrFree(options.port)
	options.port = port
	return options, err
}

// portOrFree returns the port, or a free one for 0, and an error if the port is in use. The dev wallet listens on all
// interfaces.
func portOrFree(port int) (int, error) {
	listener, err := net.Listen("tcp", fmt.Sprintf(":%d", port))
	if err != nil {
		return 0, fmt.Errorf("the wallet's port %d cannot be opened: %w", port, err)
	}
	return listener.Addr().(*net.TCPAddr).Port, listener.Close()
}

func walletConfig(options walletOptions) (*wallet.FlowConfig, error) {
	key, err := crypto.DecodePrivateKeyHex(crypto.ECDSA_P256, options.privateKey)
	if err != nil {
		return nil, fmt.Errorf("the private key in %s is not an ECDSA_P256 key in hex", walletKeyVariable)
	}
	return &wallet.FlowConfig{
		Address:    options.serviceAddress,
		PrivateKey: options.privateKey,
		PublicKey:  hex.EncodeToString(key.PublicKey().Encode()),
		AccessNode: options.accessNode,
		AvatarUrl:  walletURL(options.port) + "/", // the default is a public site; this request fails locally
	}, nil
}

func walletURL(port int) string {
	return fmt.Sprintf("http://localhost:%d", port)
}

func announceWallet(ctx context.Context, port int, failed <-chan error) error {
	url := walletURL(port)
	for ctx.Err() == nil {
		if response, err := http.Get(url + "/api/"); err == nil {
			_ = response.Body.Close()
			return json.NewEncoder(os.Stdout).Encode(map[string]any{"ready": true, "url": url, "authn": url + "/fcl/authn"})
		}
		select {
		case err := <-failed:
			return fmt.Errorf("the dev wallet does not start: %w", err)
		case <-ctx.Done():
		case <-time.After(20 * time.Millisecond):
		}
	}
	return nil
}
