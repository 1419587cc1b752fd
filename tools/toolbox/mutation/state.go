package mutation

import (
	"bufio"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"dharma-guard/toolbox/cadencetest"
)

// stateVersion is part of the state directory: change it when stored results of test files are no longer comparable.
const stateVersion = "3"

// verdict is the result of a test file with a mutant.
type verdict struct {
	Key    string `json:"key"`
	Ending string `json:"ending"` // passed, failed, timeout or crash
	By     string `json:"by,omitempty"`
}

const passed = "passed"

// verdictLog appends verdicts to a file, one per line, so that an interrupted run loses none. The key of a verdict is
// a hash of the changed contract and of all files that the test file reads, so a verdict is valid until they change.
type verdictLog struct {
	mu    sync.Mutex
	known map[string]verdict
	file  *os.File
}

func openVerdictLog(dir string) (*verdictLog, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("the state of the mutation runner cannot be kept: %w", err)
	}
	file, err := os.OpenFile(filepath.Join(dir, "verdicts.jsonl"), os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		return nil, err
	}
	log := &verdictLog{known: map[string]verdict{}, file: file}
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		var v verdict
		// A line that was cut off by an interruption is skipped.
		if json.Unmarshal(lines.Bytes(), &v) == nil && v.Key != "" {
			log.known[v.Key] = v
		}
	}
	return log, lines.Err()
}

func (l *verdictLog) find(key string) (verdict, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	found, known := l.known[key]
	return found, known
}

func (l *verdictLog) add(v verdict) error {
	line, err := json.Marshal(v)
	if err != nil {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.known[v.Key] = v
	// The leading line break separates the verdict from an incomplete last line of an interrupted run.
	_, err = l.file.Write(fmt.Appendf(nil, "\n%s\n", line))
	return err
}

// testFile is the recorded run of a test file without a mutant.
type testFile struct {
	Path  string             `json:"path"`
	Read  map[string]string  `json:"read"`
	Steps []cadencetest.Step `json:"steps"`
}

func (f testFile) fingerprint(root string) string {
	var text strings.Builder
	for _, path := range slices.Sorted(maps.Keys(f.Read)) {
		fmt.Fprintf(&text, "%s\x00%s\n", toRelativePath(root, path), f.Read[path])
	}
	return cadencetest.HashText(text.String())
}

// isCurrent reports whether the files that were read are unchanged.
func (f testFile) isCurrent() bool {
	for path, hash := range f.Read {
		text, err := os.ReadFile(path)
		if err != nil || cadencetest.HashText(string(text)) != hash {
			return false
		}
	}
	return len(f.Read) > 0
}

// findRuns returns the indices of the first and the last step that a changed line of a contract can make fail, and
// false when no step runs it. A line that runs before the first test can make every step fail; what setup only queued
// runs within the first test.
func (f testFile) findRuns(contract string, line int) (first, last int, runs bool) {
	for i, step := range f.Steps {
		if _, found := slices.BinarySearch(step.Lines[contract], line); found {
			if !runs {
				first = i
			}
			last, runs = i, true
		}
	}
	if runs && first <= 1 {
		last = len(f.Steps) - 1
	}
	return first, last, runs
}

// sumSeconds returns the time that the file takes to the end of a step.
func (f testFile) sumSeconds(until int) (sum float64) {
	for _, step := range f.Steps[:until+1] {
		sum += step.Seconds
	}
	return sum
}

func toRelativePath(root, path string) string {
	if relative, err := filepath.Rel(root, path); err == nil {
		return relative
	}
	return path
}

// readTestFiles returns the recorded test files of an earlier run by path, or an empty map.
func readTestFiles(dir string) map[string]testFile {
	files := map[string]testFile{}
	text, err := os.ReadFile(filepath.Join(dir, "tests.json"))
	if err != nil || json.Unmarshal(text, &files) != nil {
		return map[string]testFile{}
	}
	return files
}

func writeTestFiles(dir string, files map[string]testFile) error {
	text, err := json.Marshal(files)
	if err != nil {
		return err
	}
	draft := filepath.Join(dir, "tests.json.draft")
	if err := os.WriteFile(draft, text, 0o644); err != nil {
		return err
	}
	return os.Rename(draft, filepath.Join(dir, "tests.json"))
}
