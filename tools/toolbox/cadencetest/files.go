package cadencetest

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"sync"
)

// seedFile is a virtual file that contains the seed of the run.
const seedFile = "seed.txt"

const largestSeed = 1_000_000_000

// NewSeed returns a random seed, which is never 0.
func NewSeed() uint64 {
	return 1 + rand.Uint64N(largestSeed)
}

// testFiles provides and records the files that tests read.
type testFiles struct {
	seed     uint64
	replaced map[string]string // contents that replace files on disk, by absolute path

	mu         sync.Mutex
	isSeedUsed bool
	read       map[string]string // contents that were read, by absolute path
}

// newTestFiles generates a random seed if seed is 0.
func newTestFiles(seed uint64) *testFiles {
	if seed == 0 {
		seed = NewSeed()
	}
	return &testFiles{seed: seed, read: map[string]string{}}
}

// readRelative reads a path relative to the directory of a test file.
func (f *testFiles) readRelative(dir, path string) (string, error) {
	if path == seedFile {
		return f.takeSeed(), nil
	}
	if !filepath.IsAbs(path) {
		path = filepath.Join(dir, path)
	}
	return f.readFile(path)
}

func (f *testFiles) readFile(path string) (string, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	text, isReplaced := f.replaced[path]
	if !isReplaced {
		bytes, err := os.ReadFile(path)
		if err != nil {
			return "", err
		}
		text = string(bytes)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.read[path] = text
	return text, nil
}

func (f *testFiles) takeSeed() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.isSeedUsed = true
	return strconv.FormatUint(f.seed, 10)
}

// printSeed prints the option that repeats the run, if a test read the seed.
func (f *testFiles) printSeed() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.isSeedUsed {
		fmt.Printf("SEED %d (--seed %d runs the same again)\n", f.seed, f.seed)
	}
}
