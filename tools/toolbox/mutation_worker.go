package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"sort"
	"syscall"
	"time"

	"github.com/onflow/cadence/common"
	"github.com/onflow/cadence/runtime"
)

const (
	// workerSeed is the seed that tests read in every run of the mutation runner.
	workerSeed = 1
	// workerGarbagePercent makes garbage collection less frequent: more memory, less time.
	workerGarbagePercent = 600
)

// workerStartTime is the start time of test chains in every run of the mutation runner.
var workerStartTime = time.Date(2027, time.January, 4, 9, 0, 0, 0, time.UTC)

// fileRun is a request to a worker: run a test file until its first failure.
type fileRun struct {
	File     string            `json:"file"`
	Replaced map[string]string `json:"replaced,omitempty"` // by absolute path
	Last     string            `json:"last,omitempty"`     // the last test to run; empty: all
	Cover    bool              `json:"cover,omitempty"`
}

type fileResult struct {
	Failed  string            `json:"failed,omitempty"` // the step that failed
	Message string            `json:"message,omitempty"`
	Steps   []testStep        `json:"steps"`
	Read    map[string]string `json:"read,omitempty"` // hash of each file that was read, by absolute path
}

// testStep is one test of a file, or the code that runs before the first test.
type testStep struct {
	Name    string           `json:"name"`
	Seconds float64          `json:"seconds"`
	Lines   map[string][]int `json:"lines,omitempty"` // the lines that ran, by contract
}

// runMutationWorker handles requests, one line of JSON each. It exits at the end of its input, even during an endless
// test. It ignores SIGINT and SIGTERM: Ctrl-C also reaches this process, but its parent has to save state first.
func runMutationWorker(flowJSON string) error {
	project, err := readFlowProject(flowJSON)
	if err != nil {
		return err
	}
	signal.Ignore(os.Interrupt, syscall.SIGTERM)
	debug.SetGCPercent(workerGarbagePercent)
	testStart = func() time.Time { return workerStartTime }
	requests := make(chan fileRun)
	go readRequests(os.Stdin, requests)
	responses := json.NewEncoder(os.Stdout)
	for request := range requests {
		if err := responses.Encode(project.run(request)); err != nil {
			return err
		}
	}
	return nil
}

func readRequests(input io.Reader, requests chan<- fileRun) {
	decoder := json.NewDecoder(input)
	for {
		var request fileRun
		if err := decoder.Decode(&request); err != nil {
			os.Exit(0)
		}
		requests <- request
	}
}

func (p *flowProject) run(request fileRun) fileResult {
	tests := &testRun{project: p, files: newTestFiles(workerSeed)}
	tests.files.replaced = request.Replaced
	if request.Cover {
		tests.coverage = runtime.NewCoverageReport()
	}
	recorder := &stepRecorder{coverage: tests.coverage}
	tests.onStep = recorder.begin
	recorder.begin(setUpStep)
	err := tests.runDriver(request.File, request.Last)
	recorder.end()
	if _, unreadable := tests.files.readFile(p.path); err == nil {
		err = unreadable
	}
	result := fileResult{Steps: recorder.steps}
	if err != nil {
		result.Failed = recorder.name
		result.Message = outcome{file: request.File, err: err}.formatMessage()
	}
	if request.Cover {
		result.Read = hashTexts(tests.files.read)
	}
	return result
}

// runDriver runs the tests of a file up to `last` in one call.
func (t *testRun) runDriver(path, last string) error {
	script, err := t.files.readFile(path)
	if err != nil {
		return err
	}
	driven, err := addDriver(script, last)
	if err != nil {
		return err
	}
	result, err := t.runOne(path, driven, driverName)
	if err != nil {
		return err
	}
	return result.Error
}

// stepRecorder measures the steps of a file and reads the lines that each step ran from the coverage report.
type stepRecorder struct {
	coverage *runtime.CoverageReport
	name     string
	start    time.Time
	steps    []testStep
}

func (r *stepRecorder) begin(name string) {
	if r.name != "" {
		r.end()
	}
	r.name, r.start = name, time.Now()
}

func (r *stepRecorder) end() {
	step := testStep{Name: r.name, Seconds: time.Since(r.start).Seconds(), Lines: map[string][]int{}}
	if r.coverage != nil {
		for location, lines := range r.coverage.Coverage {
			if contract, isContract := location.(common.AddressLocation); isContract {
				step.Lines[contract.Name] = collectAndResetHits(lines.LineHits)
			}
		}
	}
	r.steps = append(r.steps, step)
}

// collectAndResetHits returns the lines that ran and resets their counts.
func collectAndResetHits(hits map[int]int) []int {
	lines := []int{}
	for line, count := range hits {
		if count > 0 {
			lines = append(lines, line)
			hits[line] = 0
		}
	}
	sort.Ints(lines)
	return lines
}

func hashTexts(texts map[string]string) map[string]string {
	hashes := make(map[string]string, len(texts))
	for path, text := range texts {
		hashes[path] = hashText(text)
	}
	return hashes
}

func hashText(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}
