package cadencetest

import (
	"path/filepath"
	"slices"
	"testing"

	"dharma-guard/toolbox/flowjson"
	"dharma-guard/toolbox/testproject"
)

func TestTheDriverRunsTestsInOrderWithWhatSurroundsThem(t *testing.T) {
	script := "import Test\n" +
		"access(all) var calls: [String] = []\n" +
		"access(all) fun beforeEach() { calls.append(\"before\") }\n" +
		"access(all) fun afterEach() { calls.append(\"after\") }\n" +
		"access(all) fun testA() { calls.append(\"a\") }\n" +
		"access(all) fun testB() { Test.assertEqual([\"before\", \"a\", \"after\", \"before\"], calls) }\n" +
		"access(all) fun testC() { Test.assert(false) }\n" +
		"access(all) fun testD() {}\n"
	dir := testproject.WriteProject(t, map[string]string{"tests/order_test.cdc": script})
	project, err := flowjson.ReadProject(filepath.Join(dir, "flow.json"))
	if err != nil {
		t.Fatal(err)
	}
	result := RunSteps(project, FileRun{File: filepath.Join(dir, "tests/order_test.cdc")})
	var steps []string
	for _, step := range result.Steps {
		steps = append(steps, step.Name)
	}
	if want := []string{setUpStep, "testA", "testB", "testC"}; !slices.Equal(steps, want) || result.Failed != "testC" {
		t.Fatalf("the steps are %v, failed %q: %s", steps, result.Failed, result.Message)
	}
}
