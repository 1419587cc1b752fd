package refusals

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dharma-guard/toolbox/flowjson"
	"dharma-guard/toolbox/surface"
	"dharma-guard/toolbox/testproject"
)

const safeContract = `access(all) contract DharmaSafe {
    access(all) entitlement Own
    access(all) entitlement Lend
    access(all) resource interface Shelf {
        access(Own) fun clear()
    }
    access(all) resource Drawer {
        access(Own) fun pull() {}
        access(account) fun lock() {}
    }
    access(all) resource Safe: Shelf {
        access(all) let drawer: @Drawer
        access(contract) var broken: Bool
        access(Own) fun clear() {}
        access(Own) fun empty(label: Int, _ other: Int) {}
        access(Lend) fun lend() {}
        access(contract) fun mend() {}
        access(all) view fun borrowDrawer(): &Drawer { return &self.drawer }
        init() { self.broken = false; self.drawer <- create Drawer() }
    }
    access(all) struct Receipt {
        access(contract) view init() {}
    }
    access(self) let safes: @{Address: Safe}
    access(all) fun createSafe(): @Safe { return <- create Safe() }
    access(all) view fun borrowSafe(_ at: Address): &Safe? { return &self.safes[at] }
    access(account) fun close() {}
    init() { self.safes <- {} }
}
`

// tryChanged tries a changed contract with the golden list of the original one, and returns the accepted attempts.
func tryChanged(t *testing.T, old, changed string) []string {
	t.Helper()
	golden, err := surface.Describe([]byte(safeContract))
	if err != nil {
		t.Fatal(err)
	}
	dir := testproject.WriteProject(t, map[string]string{
		"flow.json":                `{"contracts":{"DharmaSafe":{"source":"./contracts/DharmaSafe.cdc","aliases":{"testing":"0x7"}}}}`,
		"contracts/DharmaSafe.cdc": strings.ReplaceAll(safeContract, old, changed),
	})
	project, err := flowjson.ReadProject(filepath.Join(dir, "flow.json"))
	if err != nil {
		t.Fatal(err)
	}
	accepted, attempts, err := tryAll(project, golden)
	if err != nil || len(attempts) < 10 {
		t.Fatalf("%d attempts: %v", len(attempts), err)
	}
	var codes []string
	for _, each := range accepted {
		codes = append(codes, each.code)
	}
	return codes
}

func TestNothingRestrictedCanBeUsed(t *testing.T) {
	if accepted := tryChanged(t, "", ""); len(accepted) > 0 {
		t.Fatalf("accepted: %q", accepted)
	}
}

func TestWhatIsRestrictedNoLongerCanBeUsed(t *testing.T) {
	for _, c := range []struct {
		old, changed string
		want         []string
	}{
		{"access(Own) fun empty", "access(all) fun empty", []string{"on.empty", `DharmaSafe.borrowSafe(panic(""))!.empty`}},
		{"access(contract) var broken", "access(all) var broken", []string{`DharmaSafe.createSafe().broken`, `DharmaSafe.borrowSafe(panic(""))!.broken`}},
		{"access(account) fun lock", "access(all) fun lock", []string{"on.borrowDrawer().lock"}},
		{"access(account) fun close", "access(all) fun close", []string{"DharmaSafe.close"}},
		{"access(contract) view init", "view init", []string{"DharmaSafe.Receipt"}},
		{"access(Own) fun clear", "access(all) fun clear", []string{"on.clear"}},
		{"): &Safe?", "): auth(Lend) &Safe?", []string{`DharmaSafe.borrowSafe(panic(""))!.lend`}},
	} {
		accepted := tryChanged(t, c.old, c.changed)
		for _, wanted := range c.want {
			if !slices.Contains(accepted, wanted) {
				t.Errorf("with %s the accepted attempts are %q, without %s", c.changed, accepted, wanted)
			}
		}
	}
}
