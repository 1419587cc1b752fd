package main

import (
	"math"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// odds estimates how likely a test file kills a mutant of a contract: at first by the names, then by what it did with
// the mutants of lines near to it.
type odds struct {
	mu   sync.Mutex
	seen map[[2]string][]trial // by contract and file
}

type trial struct {
	line     int
	isKilled bool
}

const (
	oddsOfNamesake = 0.6
	oddsOfOthers   = 0.07
	// guessWeight is how many trials on the same line a guess by the names is worth.
	guessWeight = 0.5
	// nearLines is the distance in lines at which a trial counts half.
	nearLines = 4
)

func newOdds() *odds {
	return &odds{seen: map[[2]string][]trial{}}
}

func (o *odds) count(contract, file string, line int, isKilled bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	pair := [2]string{contract, file}
	o.seen[pair] = append(o.seen[pair], trial{line: line, isKilled: isKilled})
}

func (o *odds) estimate(contract, file string, line int) float64 {
	o.mu.Lock()
	defer o.mu.Unlock()
	guess := oddsOfOthers
	if strings.HasPrefix(filepath.Base(file), contract) {
		guess = oddsOfNamesake
	}
	kills, trials := guessWeight*guess, float64(guessWeight)
	for _, t := range o.seen[[2]string{contract, file}] {
		weight := 1 / (1 + math.Abs(float64(t.line-line))/nearLines)
		trials += weight
		if t.isKilled {
			kills += weight
		}
	}
	return kills / trials
}

// plannedRun is a test file up to the last step that runs the changed line.
type plannedRun struct {
	testFile
	last    string
	seconds float64
}

// plan answers the files that run the changed line, those first that are likely to fail soon.
func (c *campaign) plan(mutant candidate) []plannedRun {
	type option struct {
		run  plannedRun
		cost float64 // expected seconds for each kill
	}
	var options []option
	for _, file := range c.files {
		first, last, runs := file.findRuns(mutant.name, mutant.RunsAt)
		if !runs {
			continue
		}
		run := plannedRun{testFile: file, last: file.Steps[last].Name, seconds: file.seconds(last)}
		chance := c.odds.estimate(mutant.name, file.Path, mutant.RunsAt)
		options = append(options, option{run: run, cost: (chance*file.seconds(first) + (1-chance)*run.seconds) / chance})
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
