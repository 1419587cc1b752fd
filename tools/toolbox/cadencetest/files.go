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

// testFiles provides the files that tests read.
type testFiles struct {
	seed       uint64
	mu         sync.Mutex
	isSeedUsed bool
}

// newTestFiles generates a random seed if seed is 0.
func newTestFiles(seed uint64) *testFiles {
	if seed == 0 {
		seed = 1 + rand.Uint64N(largestSeed)
	}
	return &testFiles{seed: seed}
}

// readRelative reads a path relative to the directory of a test file.
func (f *testFiles) readRelative(dir, path string) (string, error) {
	if path == seedFile {
		return f.takeSeed(), nil
	}
	if !filepath.IsAbs(path) {
		path = filepath.Join(dir, path)
	}
	return readFile(path)
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

func readFile(path string) (string, error) {
	text, err := os.ReadFile(path)
	return string(text), err
}
