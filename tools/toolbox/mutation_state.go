package main

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
)

// stateVersion names the directory of the state: change it when a run of a test file begins to mean something else.
const stateVersion = "2"

// verdict is how a test file ended with a mutant.
type verdict struct {
	Key    string `json:"key"`
	Ending string `json:"ending"` // passed, failed, timeout or crash
	By     string `json:"by,omitempty"`
}

const passed = "passed"

// verdictLog keeps verdicts in a file, a line each, so that an interrupted run loses nothing. The key of a verdict is
// a hash of the changed contract and of all that the test file reads, so a verdict stays true as long as they do.
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
		// A line that an interruption cut is no verdict.
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
	// The line break comes first as well: the last line of an interrupted run may be incomplete.
	_, err = l.file.Write(fmt.Appendf(nil, "\n%s\n", line))
	return err
}

// testFile is what is known of a test file without any mutant.
type testFile struct {
	Path  string            `json:"path"`
	Read  map[string]string `json:"read"`
	Steps []testStep        `json:"steps"`
}

func (f testFile) fingerprint(root string) string {
	var text strings.Builder
	for _, path := range slices.Sorted(maps.Keys(f.Read)) {
		fmt.Fprintf(&text, "%s\x00%s\n", relativeTo(root, path), f.Read[path])
	}
	return hashText(text.String())
}

// isCurrent compares with the files as they are now.
func (f testFile) isCurrent() bool {
	for path, hash := range f.Read {
		text, err := os.ReadFile(path)
		if err != nil || hashText(string(text)) != hash {
			return false
		}
	}
	return len(f.Read) > 0
}

// findRuns answers the indices of the first and the last step that a changed line of a contract can fail, and false when
// none runs it. What runs before the first test can fail each of them.
func (f testFile) findRuns(contract string, line int) (first, last int, runs bool) {
	for i, step := range f.Steps {
		if _, found := slices.BinarySearch(step.Lines[contract], line); found {
			if !runs {
				first = i
			}
			last, runs = i, true
		}
	}
	if runs && first == 0 {
		last = len(f.Steps) - 1
	}
	return first, last, runs
}

// seconds answers how long the file takes to the end of a step.
func (f testFile) seconds(until int) (sum float64) {
	for _, step := range f.Steps[:until+1] {
		sum += step.Seconds
	}
	return sum
}

func relativeTo(root, path string) string {
	if relative, err := filepath.Rel(root, path); err == nil {
		return relative
	}
	return path
}

// readTestFiles answers what an earlier run found out, by path; nothing where there was none.
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
