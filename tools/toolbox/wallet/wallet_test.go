package wallet

import (
	"strings"
	"testing"
)

const walletKey = "5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a"

var walletArgs = []string{"--access-node", "http://127.0.0.1:8888", "--service-address", "0xf8d6e0586b0a20c7"}

func TestWalletTakesItsKeyFromTheEnvironment(t *testing.T) {
	t.Setenv(walletKeyVariable, walletKey)
	options, err := parseWalletOptions(walletArgs)
	if err != nil || options.privateKey != walletKey || options.port == 0 {
		t.Fatalf("options are %+v, %v", options, err)
	}
	config, err := walletConfig(options)
	if err != nil || config.PrivateKey != walletKey || len(config.PublicKey) != 128 {
		t.Fatalf("config is %+v, %v", config, err)
	}
}

func TestWalletNamesTheVariableOfAKeyThatIsMissing(t *testing.T) {
	t.Setenv(walletKeyVariable, "")
	if _, err := parseWalletOptions(walletArgs); err == nil || !strings.Contains(err.Error(), walletKeyVariable) {
		t.Fatalf("the error is %v", err)
	}
}

func TestWalletKeepsAWrongKeyToItself(t *testing.T) {
	t.Setenv(walletKeyVariable, "c0ffee")
	options, err := parseWalletOptions(walletArgs)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := walletConfig(options); err == nil || strings.Contains(err.Error(), "c0ffee") {
		t.Fatalf("the error is %v", err)
	}
}

func TestWalletRefusesAKeyAmongItsArguments(t *testing.T) {
	t.Setenv(walletKeyVariable, walletKey)
	if _, err := parseWalletOptions(append(walletArgs, "--private-key", walletKey)); err == nil {
		t.Fatal("a key among the arguments is taken")
	}
}
