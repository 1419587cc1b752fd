package lint

import (
	"path/filepath"
	"strings"
	"testing"

	"dharma-guard/toolbox/flowjson"
	"dharma-guard/toolbox/testproject"
)

func lintProject(t *testing.T, files map[string]string) []finding {
	t.Helper()
	dir := testproject.WriteProject(t, files)
	paths, err := cadenceFiles([]string{dir})
	if err != nil {
		t.Fatal(err)
	}
	project, err := flowjson.ReadProject(filepath.Join(dir, "flow.json"))
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
