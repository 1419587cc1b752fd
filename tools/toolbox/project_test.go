package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const counterContract = `import "FungibleToken"

access(all) contract Counter {
    access(all) var total: Int
    access(all) fun count() { self.total = self.total + 1 }
    access(all) view fun kind(): Type { return Type<@{FungibleToken.Vault}>() }
    init() { self.total = 0 }
}
`

const counterTest = `import Test
import "Counter"

access(all) fun setup() {
    Test.expect(Test.deployContract(name: "Counter", path: "../contracts/Counter.cdc", arguments: []), Test.beNil())
}
access(all) fun testStartsAtZero() { Test.assertEqual(0, Counter.total) }
access(all) fun testIsWrong() { Test.assertEqual(1, Counter.total) }
`

// writeProject writes a flow.json, a contract and the given files to a temporary directory.
func writeProject(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	files["flow.json"] = `{"contracts":{"Counter":{"source":"./contracts/Counter.cdc","aliases":{"testing":"0x0000000000000007"}}}}`
	files["contracts/Counter.cdc"] = counterContract
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

func lintProject(t *testing.T, files map[string]string) []finding {
	t.Helper()
	dir := writeProject(t, files)
	paths, err := cadenceFiles([]string{dir})
	if err != nil {
		t.Fatal(err)
	}
	project, err := nearestProject("", filepath.Join(dir, "contracts"))
	if err != nil {
		t.Fatal(err)
	}
	found, err := lintFiles(paths, project)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestLintFindsNothingInGoodFilesThatImportByName(t *testing.T) {
	found := lintProject(t, map[string]string{
		"transactions/count.cdc": "import \"Counter\"\n\ntransaction { execute { Counter.count() } }\n",
		"scripts/get_types.cdc": `import Crypto
import "Counter"
import "EVM"
import "FlowTransactionSchedulerUtils"
import "MetadataViews"

access(all) fun main(at: Address): [Type] {
    let account = getAuthAccount<auth(BorrowValue) &Account>(at)
    return [Type<Crypto.KeyList>(), Counter.kind(), Type<EVM.EVMAddress>(), account.getType(),
        Type<@{FlowTransactionSchedulerUtils.Manager}>(), Type<MetadataViews.Display>()]
}
`,
	})
	if len(found) > 0 {
		t.Fatalf("findings: %v", found)
	}
}

func TestLintNamesFileLineAndColumnOfEachFinding(t *testing.T) {
	for name, bad := range map[string]struct{ code, want string }{
		"a type error":       {"import \"Counter\"\n\naccess(all) fun main(): String {\n    return Counter.total\n}\n", ":4:12: error: mismatched types"},
		"a syntax error":     {"access(all) fun main( {", ":1:23: error: expected parameter"},
		"an unknown import":  {"import \"Nowhere\"\naccess(all) fun main() {}\n", ":1:8: error:"},
		"an unused import":   {"import \"Counter\"\naccess(all) fun main() {}\n", ":1:8: unused-import-hint"},
		"an unused variable": {"access(all) fun main() {\n    let x = 1\n}\n", ":2:9: unused-variable-hint"},
	} {
		t.Run(name, func(t *testing.T) {
			found := lintProject(t, map[string]string{"scripts/bad.cdc": bad.code})
			if len(found) != 1 || !strings.Contains(found[0].String(), "scripts/bad.cdc"+bad.want) {
				t.Fatalf("findings: %v, want %s", found, bad.want)
			}
		})
	}
}

func TestEachCadenceTestPassesOrFailsByItself(t *testing.T) {
	dir := writeProject(t, map[string]string{"tests/counter_test.cdc": counterTest})
	tests, err := newTestRun(filepath.Join(dir, "flow.json"), "", true)
	if err != nil {
		t.Fatal(err)
	}
	outcomes := tests.runFile(filepath.Join(dir, "tests/counter_test.cdc"))
	if len(outcomes) != 2 || outcomes[0].err != nil || outcomes[1].err == nil {
		t.Fatalf("outcomes: %v", outcomes)
	}
	if message := outcomes[1].formatMessage(); !strings.Contains(message, "counter_test.cdc:8:") {
		t.Errorf("the failure does not name its line: %s", message)
	}
	line := formatCoverageLine(tests.coverage, "Counter", tests.project.contracts["Counter"])
	if line != "COVER Counter: 33.3%, missed 5-6" {
		t.Errorf("coverage is %q", line)
	}
}

func TestMissedLinesAreWrittenAsRanges(t *testing.T) {
	if text := formatRanges([]int{1, 3, 4, 5, 9, 10, 12}); text != "1 3-5 9-10 12" {
		t.Fatalf("ranges are %q", text)
	}
}

func TestATestFileThatCannotBeReadFails(t *testing.T) {
	dir := writeProject(t, map[string]string{})
	tests, err := newTestRun(filepath.Join(dir, "flow.json"), "", false)
	if err != nil {
		t.Fatal(err)
	}
	if outcomes := tests.runFile(filepath.Join(dir, "tests/none_test.cdc")); len(outcomes) != 1 || outcomes[0].err == nil {
		t.Fatalf("outcomes: %v", outcomes)
	}
}
