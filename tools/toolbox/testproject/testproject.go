// Package testproject writes a small Cadence project for the Go tests of other packages.
package testproject

import (
	"os"
	"path/filepath"
	"testing"
)

// CounterContract is the source of the contract Counter that WriteProject writes.
const CounterContract = `import "FungibleToken"

access(all) contract Counter {
    access(all) var total: Int
    access(all) fun count() { self.total = self.total + 1 }
    access(all) view fun kind(): Type { return Type<@{FungibleToken.Vault}>() }
    init() { self.total = 0 }
}
`

// WriteProject writes a flow.json, unless one is given, a contract and the given files to a temporary directory.
func WriteProject(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	if files["flow.json"] == "" {
		files["flow.json"] = `{"contracts":{"Counter":{"source":"./contracts/Counter.cdc","aliases":{"testing":"0x0000000000000007"}}}}`
	}
	files["contracts/Counter.cdc"] = CounterContract
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}
