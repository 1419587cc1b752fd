package mutation

import (
	"math"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// killEstimator estimates the probability that a test file kills a mutant of a contract: at first from the names,
// later from its results with mutants of nearby lines.
type killEstimator struct {
	mu   sync.Mutex
	seen map[[2]string][]trial // by contract and file
}

type trial struct {
	line     int
	isKilled bool
}

const (
	sameNameKillRate  = 0.6
	otherNameKillRate = 0.07
	// priorWeight is the weight of the estimate from the names, in trials on the same line.
	priorWeight = 0.5
	// nearLines is the distance in lines at which the weight of a trial is one half.
	nearLines = 4
)

func newKillEstimator() *killEstimator {
	return &killEstimator{seen: map[[2]string][]trial{}}
}

func (k *killEstimator) recordRun(contract, file string, line int, isKilled bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	pair := [2]string{contract, file}
	k.seen[pair] = append(k.seen[pair], trial{line: line, isKilled: isKilled})
}

func (k *killEstimator) estimate(contract, file string, line int) float64 {
	k.mu.Lock()
	defer k.mu.Unlock()
	guess := otherNameKillRate
	if strings.HasPrefix(filepath.Base(file), contract) {
		guess = sameNameKillRate
	}
	kills, trials := priorWeight*guess, float64(priorWeight)
	for _, t := range k.seen[[2]string{contract, file}] {
		weight := 1 / (1 + math.Abs(float64(t.line-line))/nearLines)
		trials += weight
		if t.isKilled {
			kills += weight
		}
	}
	return kills / trials
}

// plannedRun is a run of a test file up to the last step that runs the changed line.
type plannedRun struct {
	testFile
	last    string
	seconds float64
}

// orderTestFiles returns the files that run the changed line, sorted by the expected time to a failure.
func (c *campaign) orderTestFiles(mutant candidate) []plannedRun {
	type option struct {
		run  plannedRun
		cost float64 // expected seconds per kill
	}
	var options []option
	for _, file := range c.files {
		first, last, runs := file.findRuns(mutant.name, mutant.RunsAt)
		if !runs {
			continue
		}
		run := plannedRun{testFile: file, last: file.Steps[last].Name, seconds: file.sumSeconds(last)}
		chance := c.killEstimator.estimate(mutant.name, file.Path, mutant.RunsAt)
		options = append(options, option{run: run, cost: (chance*file.sumSeconds(first) + (1-chance)*run.seconds) / chance})
	}
	slices.SortStableFunc(options, func(a, b option) int {
		if a.cost < b.cost {
			return -1
		}
		return 1
	})
	runs := make([]plannedRun, len(options))
	for i, o := range options {
		runs[i] = o.run
	}
	return runs
}
