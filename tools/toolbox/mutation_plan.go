package main

import (
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// odds estimates how likely a test file kills a mutant of a contract: at first by the names, then by what it killed.
type odds struct {
	mu    sync.Mutex
	runs  map[[2]string]float64
	kills map[[2]string]float64
}

const (
	oddsOfNamesake = 0.7
	oddsOfOthers   = 0.2
	// guessWeight is how many runs a guess by the names is worth.
	guessWeight = 3
)

func newOdds() *odds {
	return &odds{runs: map[[2]string]float64{}, kills: map[[2]string]float64{}}
}

func (o *odds) count(contract, file string, isKilled bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	pair := [2]string{contract, file}
	o.runs[pair]++
	if isKilled {
		o.kills[pair]++
	}
}

func (o *odds) estimate(contract, file string) float64 {
	o.mu.Lock()
	defer o.mu.Unlock()
	guess := oddsOfOthers
	if strings.HasPrefix(filepath.Base(file), contract) {
		guess = oddsOfNamesake
	}
	pair := [2]string{contract, file}
	return (o.kills[pair] + guessWeight*guess) / (o.runs[pair] + guessWeight)
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
		chance := c.odds.estimate(mutant.name, file.Path)
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
