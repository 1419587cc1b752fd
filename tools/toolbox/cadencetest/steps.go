package cadencetest

import (
	"crypto/sha256"
	"encoding/hex"
	"sort"
	"time"

	"dharma-guard/toolbox/flowjson"

	"github.com/onflow/cadence/common"
	"github.com/onflow/cadence/runtime"
)

// fixedSeed is the seed that tests read when their steps are measured.
const fixedSeed = 1

// FileRun describes a run of one test file until its first failure.
type FileRun struct {
	File     string            `json:"file"`
	Replaced map[string]string `json:"replaced,omitempty"` // by absolute path
	Last     string            `json:"last,omitempty"`     // the last test to run; empty: all
	Cover    bool              `json:"cover,omitempty"`
}

// FileResult is the result of a FileRun: its measured steps and, if one failed, its name and message.
type FileResult struct {
	Failed  string            `json:"failed,omitempty"` // the step that failed
	Message string            `json:"message,omitempty"`
	Steps   []Step            `json:"steps"`
	Read    map[string]string `json:"read,omitempty"` // hash of each file that was read, by absolute path
}

// Step is one test of a file, or the code that runs before the first test.
type Step struct {
	Name    string           `json:"name"`
	Seconds float64          `json:"seconds"`
	Lines   map[string][]int `json:"lines,omitempty"` // the lines that ran, by contract
}

// FixStartTime sets the start time of all later test chains of this process.
func FixStartTime(at time.Time) {
	testStart = func() time.Time { return at }
}

// RunSteps runs a test file until its first failure, with a fixed seed, and measures its steps.
func RunSteps(project *flowjson.Project, request FileRun) FileResult {
	tests := &testRun{project: project, files: newTestFiles(fixedSeed)}
	tests.files.replaced = request.Replaced
	if request.Cover {
		tests.coverage = runtime.NewCoverageReport()
	}
	recorder := &stepRecorder{coverage: tests.coverage}
	tests.onStep = recorder.begin
	recorder.begin(setUpStep)
	err := tests.runDriver(request.File, request.Last)
	recorder.end()
	if _, unreadable := tests.files.readFile(project.Path); err == nil {
		err = unreadable
	}
	result := FileResult{Steps: recorder.steps}
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
	steps    []Step
}

func (r *stepRecorder) begin(name string) {
	if r.name != "" {
		r.end()
	}
	r.name, r.start = name, time.Now()
}

func (r *stepRecorder) end() {
	step := Step{Name: r.name, Seconds: time.Since(r.start).Seconds(), Lines: map[string][]int{}}
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
		hashes[path] = HashText(text)
	}
	return hashes
}

// HashText returns the SHA-256 hash of a text in hex.
func HashText(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}
