package mutation

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"dharma-guard/toolbox/cadencetest"
	"dharma-guard/toolbox/surface"
	"dharma-guard/toolbox/testproject"
)

// TestMain makes the test binary act as the worker process that a campaign starts.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "mutate" {
		if err := Run(os.Args[2:]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// The tests detect every change of `count`, of `small` only that it is never true, and do not run `unused`.
const mutatedCounter = `access(all) contract Counter {
    access(all) var total: Int
    access(all) fun count() {
        self.total = self.total + 2
    }
    access(all) view fun small(): Bool {
        return self.total < 100
    }
    access(all) view fun unused(): Bool {
        return self.total == 0
    }
    init() {
        self.total = 0
    }
}
`

const mutatedCounterTest = `import Test
import "Counter"

access(all) fun setup() {
    Test.expect(Test.deployContract(name: "Counter", path: "../../contracts/Counter.cdc", arguments: []), Test.beNil())
}
access(all) fun ask(_ call: String): AnyStruct {
    let code = "import \"Counter\"\naccess(all) fun main(): AnyStruct { return Counter.\(call) }"
    return Test.executeScript(code, []).returnValue!
}
access(all) fun testCount() {
    Test.assertEqual(0 as AnyStruct, ask("total"))
    let code = "import \"Counter\"\ntransaction { execute { Counter.count() } }"
    let tx = Test.Transaction(code: code, authorizers: [], signers: [], arguments: [])
    Test.expect(Test.executeTransaction(tx), Test.beSucceeded())
    Test.assertEqual(2 as AnyStruct, ask("total"))
}
access(all) fun testSmall() {
    Test.assertEqual(true as AnyStruct, ask("small()"))
}
`

// mutatedProject is a project with one contract and one test file, and its own state directory.
type mutatedProject struct {
	t       *testing.T
	dir     string
	options mutationOptions
}

func newMutatedProject(t *testing.T) *mutatedProject {
	t.Helper()
	dir := testproject.WriteProject(t, map[string]string{"tests/counter/counter_test.cdc": mutatedCounterTest})
	p := &mutatedProject{t: t, dir: dir, options: mutationOptions{
		flowJSON:   filepath.Join(dir, "flow.json"),
		tests:      filepath.Join(dir, "tests"),
		state:      filepath.Join(dir, "state"),
		exclusions: filepath.Join(dir, "exclusions.json"),
		contracts:  []string{filepath.Join(dir, "contracts/Counter.cdc")},
		workers:    1,
		seed:       1,
	}}
	p.write("contracts/Counter.cdc", mutatedCounter)
	return p
}

func (p *mutatedProject) write(path, text string) {
	p.t.Helper()
	if err := os.WriteFile(filepath.Join(p.dir, path), []byte(text), 0o600); err != nil {
		p.t.Fatal(err)
	}
}

func (p *mutatedProject) run() (*selection, []mutantResult) {
	p.t.Helper()
	selected, err := selectMutants(p.options)
	if err != nil {
		p.t.Fatal(err)
	}
	campaign, err := newCampaign(p.t.Context(), p.options)
	if err != nil {
		p.t.Fatal(err)
	}
	defer campaign.close()
	results, err := campaign.run(p.t.Context(), selected.kept)
	if err != nil {
		p.t.Fatal(err)
	}
	return selected, results
}

func listSurvivors(results []mutantResult) []string {
	var after []string
	for _, result := range results {
		if !result.isKilled {
			after = append(after, result.after)
		}
	}
	slices.Sort(after)
	return after
}

func countRun(results []mutantResult) (run int) {
	for _, result := range results {
		if !result.isCached {
			run++
		}
	}
	return run
}

var missedBounds = []string{"return self.total < 101", "return self.total < 99", "return self.total <= 100", "return true"}

// No test runs `unused`, so its mutants survive without a run.
var notRun = []string{"return self.total != 0", "return self.total == 1", "return false", "return true"}

func TestMutantsThatNoTestNoticesSurvive(t *testing.T) {
	project := newMutatedProject(t)
	selected, results := project.run()
	want := slices.Sorted(slices.Values(append(slices.Clone(missedBounds), notRun...)))
	if survivors := listSurvivors(results); !slices.Equal(survivors, want) {
		t.Fatalf("survivors are %q, not %q", survivors, want)
	}
	if len(results) != len(selected.kept) || countRun(results) != len(results)-len(notRun) {
		t.Fatalf("%d of %d mutants were run", countRun(results), len(results))
	}
	for _, result := range results {
		if result.after == "self.total = self.total + 3" && !strings.HasSuffix(result.by, "counter_test.cdc testCount") {
			t.Errorf("%q was killed by %q", result.after, result.by)
		}
		if result.after == "" && result.Place == "init" {
			t.Errorf("a mutant that does not pass the checker was run: %v", result.candidate)
		}
	}
	total := report{selected: selected, results: results}.summarize()
	if total.Survived != len(want) || total.Killed != len(results)-len(want) {
		t.Errorf("the summary is %+v", total)
	}
}

func TestASecondRunOnlyRunsWhatChanged(t *testing.T) {
	project := newMutatedProject(t)
	_, first := project.run()
	_, second := project.run()
	if countRun(second) != 0 || !slices.Equal(listSurvivors(first), listSurvivors(second)) {
		t.Fatalf("the second run ran %d mutants again", countRun(second))
	}
	project.write("tests/counter/counter_test.cdc", strings.Replace(mutatedCounterTest, "ask(\"small()\")", "ask(\"small() && Counter.total < 99\")", 1))
	_, third := project.run()
	if countRun(third) != countRun(first) {
		t.Fatalf("after a change of the test %d mutants were run, not %d", countRun(third), countRun(first))
	}
}

func TestAnExclusionIsKnownByItsTextsAndMustBeUsed(t *testing.T) {
	project := newMutatedProject(t)
	entry := exclusion{Contract: "Counter", Place: "small", Before: "return self.total < 100", After: missedBounds[0], Reason: "why"}
	exclude := func(entry exclusion) (*selection, error) {
		text, err := json.Marshal([]exclusion{entry})
		if err != nil {
			t.Fatal(err)
		}
		project.write("exclusions.json", string(text))
		return selectMutants(project.options)
	}
	selected, err := exclude(entry)
	if err != nil || len(selected.excluded) != 1 || selected.excluded[0].after != missedBounds[0] {
		t.Fatalf("excluded are %v (%v)", selected, err)
	}
	project.write("contracts/Counter.cdc", "// one line more\n"+mutatedCounter)
	if selected, err = exclude(entry); err != nil || len(selected.excluded) != 1 {
		t.Fatalf("after a shift of lines excluded are %v (%v)", selected, err)
	}
	entry.After = "return self.total < 1000"
	if _, err = exclude(entry); err == nil || !strings.Contains(err.Error(), "fit no mutant") {
		t.Fatalf("an exclusion of nothing gives %v", err)
	}
	entry.Reason = " "
	if _, err = exclude(entry); err == nil || !strings.Contains(err.Error(), "has no reason") {
		t.Fatalf("an exclusion without a reason gives %v", err)
	}
}

func TestASampleIsTheSameForTheSameSeed(t *testing.T) {
	project := newMutatedProject(t)
	project.options.sample = 4
	list := func(seed uint64) []int {
		project.options.seed = seed
		selected, err := selectMutants(project.options)
		if err != nil {
			t.Fatal(err)
		}
		var starts []int
		for _, c := range selected.kept {
			starts = append(starts, c.Start)
		}
		return starts
	}
	if a, b := list(7), list(7); len(a) != 4 || !slices.Equal(a, b) {
		t.Fatalf("samples of one seed are %v and %v", a, b)
	}
	if slices.Equal(list(7), list(8)) {
		t.Fatal("samples of two seeds are equal")
	}
}

func TestATestThatFailsWithoutAMutantStopsTheCampaign(t *testing.T) {
	project := newMutatedProject(t)
	project.write("tests/counter/counter_test.cdc", strings.Replace(mutatedCounterTest, "assertEqual(2", "assertEqual(3", 1))
	if _, err := newCampaign(t.Context(), project.options); err == nil || !strings.Contains(err.Error(), "fails without any mutant in testCount") {
		t.Fatalf("the campaign begins with %v", err)
	}
}

func TestAnEndlessTestIsEndedAndTheWorkerGoesOn(t *testing.T) {
	project := newMutatedProject(t)
	project.write("tests/counter/endless_test.cdc", "import Test\naccess(all) fun testEndless() { while true {} }\n")
	worker := &workerProcess{flowJSON: project.options.flowJSON}
	defer worker.stop()
	run := func(file string, limit time.Duration) (cadencetest.FileResult, exitReason) {
		result, reason, err := worker.run(context.Background(), cadencetest.FileRun{File: filepath.Join(project.options.tests, file)}, limit)
		if err != nil {
			t.Fatal(err)
		}
		return result, reason
	}
	if _, reason := run("counter/endless_test.cdc", 500*time.Millisecond); reason != exitTimeout {
		t.Fatalf("the endless test ended by %q", reason)
	}
	if result, reason := run("counter/counter_test.cdc", time.Minute); reason != exitNormal || result.Failed != "" {
		t.Fatalf("the next test ended by %q: %+v", reason, result)
	}
}

func TestTheScoreAndTheShareOfExclusionsDecide(t *testing.T) {
	for _, c := range []struct {
		killed, survived, excluded int
		wrong                      string
	}{{97, 3, 3, ""}, {96, 4, 0, "at least 97 %"}, {97, 0, 4, "at most 3 %"}, {970, 0, 30, ""}} {
		r := report{selected: &selection{all: c.killed + c.survived + c.excluded}}
		for i := range c.killed + c.survived {
			r.results = append(r.results, mutantResult{isKilled: i < c.killed})
		}
		r.selected.excluded = make([]candidate, c.excluded)
		// What the public surface shows does not make up for what the tests miss.
		r.results = append(r.results, mutantResult{isKilled: true, candidate: candidate{isVisible: true}})
		total := r.summarize()
		if total.Visible != 1 || total.Killed != c.killed+1 {
			t.Errorf("the summary of %+v is %+v", c, total)
		}
		err := r.checkThresholds(total.TestedScore)
		if (err == nil) != (c.wrong == "") || (err != nil && !strings.Contains(err.Error(), c.wrong)) {
			t.Errorf("%+v ends with %v", c, err)
		}
	}
}

// In a contract of the product the golden list shows that count is public now; a test notices what time() returns.
func TestWhatThePublicSurfaceShowsIsKilledWithoutATest(t *testing.T) {
	project := newMutatedProject(t)
	project.write("flow.json", `{"contracts":{"DharmaCounter":{"source":"./contracts/Counter.cdc","aliases":{"testing":"0x7"}}}}`)
	source := "access(all) contract DharmaCounter {\n    access(contract) fun count() {}\n    access(all) view fun time(): Int { return 2 }\n}\n"
	project.write("contracts/Counter.cdc", source)
	test := strings.ReplaceAll(mutatedCounterTest, "Counter", "DharmaCounter")
	test = strings.Replace(test, "contracts/DharmaCounter", "contracts/Counter", 1)
	head, _, _ := strings.Cut(test, "access(all) fun testCount")
	project.write("tests/counter/counter_test.cdc", head+"access(all) fun testTime() {\n    Test.assertEqual(2 as AnyStruct, ask(\"time()\"))\n}\n")
	if _, err := selectMutants(project.options); err == nil || !strings.Contains(err.Error(), "cannot be read") {
		t.Fatalf("without a golden list the mutants are selected: %v", err)
	}
	if err := surface.Run([]string{"--write", "--flow-json", project.options.flowJSON}); err != nil {
		t.Fatal(err)
	}
	_, results := project.run()
	var got []string
	for _, result := range results {
		got = append(got, fmt.Sprintf("%s: %v %v %v", result.Replacement, result.isKilled, result.isVisible, result.isCached))
	}
	slices.Sort(got)
	want := []string{"1: true false false", "3: true false false", "access(account): true true true", "access(all): true true true"}
	if !slices.Equal(got, want) {
		t.Fatalf("the results are %q", got)
	}
}

// Counter is used with A by Importer, so that no mutant may take A away from it.
func TestAMutantThatMakesAnImporterInvalidIsNotCounted(t *testing.T) {
	project := newMutatedProject(t)
	project.write("flow.json", `{"contracts":{
		"Counter":{"source":"./contracts/Counter.cdc","aliases":{"testing":"0x7"}},
		"Importer":{"source":"./contracts/Importer.cdc","aliases":{"testing":"0x7"}}}}`)
	project.write("contracts/Counter.cdc", `access(all) contract Counter {
    access(all) entitlement A
    access(all) entitlement B
    access(all) struct S {
        access(A) fun used() {}
        access(A) fun unused() {}
    }
}
`)
	project.write("contracts/Importer.cdc", "import \"Counter\"\naccess(all) contract Importer {\n    access(all) fun use(_ s: auth(Counter.A) &Counter.S) { s.used() }\n}\n")
	selected, err := selectMutants(project.options)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range selected.kept {
		got = append(got, c.after)
	}
	slices.Sort(got)
	want := []string{"access(B) fun unused() {}", "access(all) fun unused() {}", "access(all) fun used() {}"}
	if !slices.Equal(got, want) {
		t.Fatalf("the mutants are %q", got)
	}
}

func TestSkipsTestFilesByName(t *testing.T) {
	paths := []string{"tests/costs_test.cdc", "tests/vault_test.cdc"}
	kept, err := skipTests(paths, "^costs_test")
	if err != nil || len(kept) != 1 || kept[0] != "tests/vault_test.cdc" {
		t.Fatalf("kept %v, %v", kept, err)
	}
	if _, err := skipTests(paths, "("); err == nil {
		t.Fatal("a pattern that is no regular expression was accepted")
	}
}
