package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"sync"
)

// seedFile is not on the disk: a test that reads it gets the seed of the run.
const seedFile = "seed.txt"

const largestSeed = 1_000_000_000

// testFiles is all that tests read.
type testFiles struct {
	seed uint64

	mu         sync.Mutex
	isSeedUsed bool
}

// newTestFiles takes a fresh seed where none is given.
func newTestFiles(seed uint64) *testFiles {
	if seed == 0 {
		seed = 1 + rand.Uint64N(largestSeed)
	}
	return &testFiles{seed: seed}
}

// readBeside reads a path that is relative to the directory of a test file.
func (f *testFiles) readBeside(dir, path string) (string, error) {
	if path == seedFile {
		return f.useSeed(), nil
	}
	if !filepath.IsAbs(path) {
		path = filepath.Join(dir, path)
	}
	text, err := os.ReadFile(path)
	return string(text), err
}

func (f *testFiles) useSeed() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.isSeedUsed = true
	return strconv.FormatUint(f.seed, 10)
}

// printSeed prints how to repeat the run, if a test asked for the seed.
func (f *testFiles) printSeed() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.isSeedUsed {
		fmt.Printf("SEED %d (--seed %d runs the same again)\n", f.seed, f.seed)
	}
}
