package surface

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dharma-guard/toolbox/testproject"
)

const safeContract = `import "FungibleToken"

access(all) contract DharmaSafe {
    access(all) entitlement Own
    /// Something happened (once).
    access(all) event Opened(
        address: Address,
        amount: UFix64?
    )
    access(all) enum Kind: UInt8 {
        access(all) case small
        access(all) case big
    }
    access(all) struct interface Terms {
        access(all) view fun limit(): UFix64
    }
    access(all) struct Loose: Terms {
        access(all) var paths: [StoragePath]
        access(all) view fun limit(): UFix64 { return 1.0 }
        access(account) view init(_ path: StoragePath) { self.paths = [path] }
    }
    access(all) resource Safe {
        access(all) let id: UInt64
        access(contract) var secret: {Address: UFix64}
        access(self) let hidden: Int
        access(Own) fun take(from: Address, _ amount: UFix64): @{FungibleToken.Vault} { panic("") }
        access(account) view fun borrow(): auth(Own) &Safe? { return nil }
        access(self) fun hide() {}
        init() { self.id = 1; self.secret = {}; self.hidden = 2 }
    }
    access(all) let ownerPath: StoragePath
    init(at: Address) {
        self.ownerPath = /storage/safe
        let receiver = /public/receiver
    }
}
`

const safeSurface = header + `
access(all) contract DharmaSafe
  access(all) entitlement Own
  access(all) event Opened(address: Address, amount: UFix64?)
  access(all) let ownerPath: StoragePath = /storage/safe
  init(at: Address)
  path /public/receiver
  path /storage/safe

access(all) enum DharmaSafe.Kind: UInt8
  case small = 0
  case big = 1

access(all) struct DharmaSafe.Loose: Terms
  access(account) view init(_ path: StoragePath)
  access(all) var paths: [StoragePath]
  access(all) view fun limit(): UFix64

access(all) resource DharmaSafe.Safe
  access(Own) fun take(from: Address, _ amount: UFix64): @{FungibleToken.Vault}
  access(account) view fun borrow(): (auth(Own) &Safe)?
  access(all) let id: UInt64
  access(contract) var secret: {Address: UFix64}
  init()

access(all) struct interface DharmaSafe.Terms
  access(all) view fun limit(): UFix64
`

// writeSafe writes a project with the contract, and returns the path of its flow.json.
func writeSafe(t *testing.T, source string) string {
	t.Helper()
	dir := testproject.WriteProject(t, map[string]string{
		"flow.json": `{"contracts":{
			"DharmaSafe":{"source":"./contracts/DharmaSafe.cdc","aliases":{"testing":"0x7"}},
			"Counter":{"source":"./contracts/Counter.cdc","aliases":{"testing":"0x7"}}}}`,
		"contracts/DharmaSafe.cdc": source,
	})
	return filepath.Join(dir, "flow.json")
}

func TestListsWhatOtherCodeCanSeeOfTheContractsOfTheProduct(t *testing.T) {
	flowJSON := writeSafe(t, safeContract)
	if err := Run([]string{"--write", "--flow-json", flowJSON}); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(filepath.Dir(flowJSON), GoldenName))
	if err != nil || string(text) != safeSurface {
		t.Fatalf("the list is (%v)\n%s", err, text)
	}
	if err := Run([]string{"--flow-json", flowJSON}); err != nil {
		t.Fatal(err)
	}
}

func TestEveryChangeOfTheSurfaceIsAnErrorThatNamesItAndTheCommand(t *testing.T) {
	for _, change := range [][3]string{
		{"access(contract) var secret", "access(all) var secret", "+ DharmaSafe.Safe: access(all) var secret: {Address: UFix64}"},
		{"access(Own) fun take", "access(all) fun take", "- DharmaSafe.Safe: access(Own) fun take(from: Address, _ amount: UFix64): @{FungibleToken.Vault}"},
		{"access(self) fun hide", "access(contract) fun hide", "+ DharmaSafe.Safe: access(contract) fun hide()"},
		{"auth(Own) &Safe", "&Safe", "+ DharmaSafe.Safe: access(account) view fun borrow(): &Safe?"},
		{"/storage/safe", "/storage/other", "+ DharmaSafe: access(all) let ownerPath: StoragePath = /storage/other"},
		{"/public/receiver", "/public/other", "- DharmaSafe: path /public/receiver"},
		{"access(all) view fun limit(): UFix64 {", "access(all) fun limit(): UFix64 {", "- DharmaSafe.Loose: access(all) view fun limit(): UFix64"},
		{"amount: UFix64?", "amount: UFix64", "+ DharmaSafe: access(all) event Opened(address: Address, amount: UFix64)"},
		{"case small", "case tiny", "- DharmaSafe.Kind: case small = 0"},
		{"Loose: Terms", "Loose", "+ access(all) struct DharmaSafe.Loose"},
		{"let id", "var id", "+ DharmaSafe.Safe: access(all) var id: UInt64"},
	} {
		flowJSON := writeSafe(t, strings.Replace(safeContract, change[0], change[1], 1))
		if err := os.WriteFile(filepath.Join(filepath.Dir(flowJSON), GoldenName), []byte(safeSurface), 0o600); err != nil {
			t.Fatal(err)
		}
		err := Run([]string{"--flow-json", flowJSON})
		if err == nil || !strings.Contains(err.Error(), "\n  "+change[2]+"\n") || !strings.Contains(err.Error(), "npm run generate -- --surface") {
			t.Errorf("%s gives %v", change[1], err)
		}
	}
}

func TestWhatIsInsideOfAFunctionIsNotPartOfTheSurface(t *testing.T) {
	before, err := Describe([]byte(safeContract))
	if err != nil {
		t.Fatal(err)
	}
	after, err := Describe([]byte(strings.Replace(safeContract, "return 1.0", "return 2.0", 1)))
	if err != nil || len(Compare(before, after)) > 0 {
		t.Fatalf("differences are %v (%v)", Compare(before, after), err)
	}
}

func TestTheGoldenListSaysWhatIsRestricted(t *testing.T) {
	path := filepath.Join(t.TempDir(), GoldenName)
	if err := os.WriteFile(path, []byte(safeSurface), 0o600); err != nil {
		t.Fatal(err)
	}
	sections, err := ReadGolden(path)
	if err != nil {
		t.Fatal(err)
	}
	if format(sections) != safeSurface {
		t.Fatalf("read and written again, the list is\n%s", format(sections))
	}
	var restricted []Restricted
	for _, section := range sections {
		restricted = append(restricted, section.ListRestricted()...)
	}
	want := []Restricted{
		{Owner: "DharmaSafe", Name: "Loose"},
		{Owner: "DharmaSafe.Safe", Name: "take", IsEntitled: true},
		{Owner: "DharmaSafe.Safe", Name: "borrow"},
		{Owner: "DharmaSafe.Safe", Name: "secret"},
	}
	if !slices.Equal(restricted, want) {
		t.Fatalf("restricted are %v", restricted)
	}
}
