package signatures

import (
	"reflect"
	"testing"
)

func mustReadSignatures(t *testing.T, code string) fileSignatures {
	t.Helper()
	found, err := readSignatures([]byte(code))
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestSignatureOfATransaction(t *testing.T) {
	found := mustReadSignatures(t, `import "FungibleToken"

/// Pays several accounts.
/// In one transaction.
transaction(payments: {Address: UFix64}, vaults: [StoragePath], note: String?) {
    prepare(signer: &Account) {}
}
`)
	wanted := signature{
		Name: "transaction",
		Doc:  "Pays several accounts.\nIn one transaction.",
		Parameters: []parameter{
			{Name: "payments", Type: "{Address: UFix64}"},
			{Name: "vaults", Type: "[StoragePath]"},
			{Name: "note", Type: "String?"},
		},
	}
	if found.Call == nil || !reflect.DeepEqual(*found.Call, wanted) {
		t.Fatalf("got %+v, want %+v", found.Call, wanted)
	}
}

func TestSignatureOfAScriptIsThatOfMain(t *testing.T) {
	found := mustReadSignatures(t, `/// Helps.
access(all) fun help(a: Int) {}

/// Reads.
access(all) fun main(address: Address): UFix64 { return 1.0 }
`)
	wanted := signature{Name: "main", Doc: "Reads.", Parameters: []parameter{{Name: "address", Type: "Address"}}}
	if found.Call == nil || !reflect.DeepEqual(*found.Call, wanted) {
		t.Fatalf("got %+v, want %+v", found.Call, wanted)
	}
}

func TestATransactionMayHaveNoParametersAndNoComment(t *testing.T) {
	for _, code := range []string{"transaction() {}", "transaction {}"} {
		found := mustReadSignatures(t, code)
		if found.Call == nil || found.Call.Doc != "" || len(found.Call.Parameters) != 0 {
			t.Fatalf("%s: got %+v", code, found.Call)
		}
	}
}

func TestEventsAreThoseOfTheContractItself(t *testing.T) {
	found := mustReadSignatures(t, `access(all) contract Garden {

    /// A seed was sown.
    access(all) event Sown(id: UInt64, by: Address)
    access(all) event Grown(
        id: UInt64,
        // In metres (rounded).
        height: UFix64?,
        names: [String]
    )

    access(all) resource Plot {
        access(all) event ResourceDestroyed(id: UInt64 = self.id)
        access(all) let id: UInt64
        init() { self.id = 1 }
    }
}
`)
	wanted := []signature{
		{Name: "Sown", Doc: "A seed was sown.", Parameters: []parameter{{"id", "UInt64"}, {"by", "Address"}}},
		{Name: "Grown", Doc: "", Parameters: []parameter{{"id", "UInt64"}, {"height", "UFix64?"}, {"names", "[String]"}}},
	}
	if found.Call != nil || !reflect.DeepEqual(found.Events, wanted) {
		t.Fatalf("got %+v, want %+v", found, wanted)
	}
}

func TestInvalidCadenceHasNoSignatures(t *testing.T) {
	if _, err := readSignatures([]byte("transaction(")); err == nil {
		t.Fatal("invalid Cadence was accepted")
	}
}
