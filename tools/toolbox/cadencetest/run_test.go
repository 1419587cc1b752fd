package cadencetest

import (
	"path/filepath"
	"strings"
	"testing"

	"dharma-guard/toolbox/testproject"
)

const counterTest = `import Test
import "Counter"

access(all) fun setup() {
    Test.expect(Test.deployContract(name: "Counter", path: "../contracts/Counter.cdc", arguments: []), Test.beNil())
}
access(all) fun testStartsAtZero() { Test.assertEqual(0, Counter.total) }
access(all) fun testIsWrong() { Test.assertEqual(1, Counter.total) }
`

func TestEachCadenceTestPassesOrFailsByItself(t *testing.T) {
	dir := testproject.WriteProject(t, map[string]string{"tests/counter_test.cdc": counterTest})
	tests, err := newTestRun(filepath.Join(dir, "flow.json"), true)
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
	line := formatCoverageLine(tests.coverage, "Counter", tests.project.Contracts["Counter"])
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
	dir := testproject.WriteProject(t, map[string]string{})
	tests, err := newTestRun(filepath.Join(dir, "flow.json"), false)
	if err != nil {
		t.Fatal(err)
	}
	if outcomes := tests.runFile(filepath.Join(dir, "tests/none_test.cdc")); len(outcomes) != 1 || outcomes[0].err == nil {
		t.Fatalf("outcomes: %v", outcomes)
	}
}
