package main

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
)

const (
	// A file may take longer with a mutant than without, and on a busy machine, before it counts as endless.
	timeLimitFactor = 10
	timeLimitBase   = 30 * time.Second
	// baselineLimit ends a test file that is endless by itself.
	baselineLimit = 20 * time.Minute
)

// campaign runs mutants against the test files.
type campaign struct {
	root    string
	files   []testFile
	prints  map[string]string // fingerprint of each file
	log     *verdictLog
	workers []*workerProcess
	odds    *odds
}

// mutantResult is what became of a mutant: killed by a test, or by an ending of the process, or not at all.
type mutantResult struct {
	candidate
	isKilled bool
	by       string
	ending   ending
	isKnown  bool // nothing had to be run
	isUnrun  bool // no test runs the changed line
}

// newCampaign runs every test file without a mutant, unless it is known how they run.
func newCampaign(ctx context.Context, options mutationOptions) (*campaign, error) {
	root, err := filepath.Abs(filepath.Dir(options.flowJSON))
	if err != nil {
		return nil, err
	}
	log, err := openVerdictLog(options.state)
	if err != nil {
		return nil, err
	}
	c := &campaign{root: root, prints: map[string]string{}, log: log, odds: newOdds()}
	count := options.workers
	if count == 0 {
		count = processors()
	}
	for range count {
		c.workers = append(c.workers, &workerProcess{flowJSON: options.flowJSON})
	}
	if err := c.learnFiles(ctx, options); err != nil {
		c.close()
		return nil, err
	}
	return c, nil
}

func (c *campaign) close() {
	for _, worker := range c.workers {
		worker.stop()
	}
	_ = c.log.file.Close()
}

func (c *campaign) learnFiles(ctx context.Context, options mutationOptions) error {
	paths, err := filepath.Glob(filepath.Join(options.tests, "*_test.cdc"))
	if err != nil {
		return err
	}
	if paths, err = skipTests(paths, options.skipTests); err != nil {
		return err
	}
	if len(paths) == 0 {
		return fmt.Errorf("there is no test file in %s", options.tests)
	}
	known := readTestFiles(options.state)
	maps.DeleteFunc(known, func(path string, file testFile) bool { return !slices.Contains(paths, path) || !file.isCurrent() })
	unknown := slices.DeleteFunc(slices.Clone(paths), func(path string) bool { return known[path].Path != "" })
	if len(unknown) > 0 {
		fmt.Printf("Running %d test files without mutants\n", len(unknown))
	}
	var mu sync.Mutex
	err = c.spread(ctx, len(unknown), func(worker *workerProcess, i int) error {
		file, err := learnFile(ctx, worker, unknown[i])
		if err != nil {
			return err
		}
		mu.Lock()
		defer mu.Unlock()
		known[file.Path] = file
		return writeTestFiles(options.state, known)
	})
	if err != nil {
		return err
	}
	for _, path := range paths {
		c.files = append(c.files, known[path])
		c.prints[path] = known[path].fingerprint(c.root)
	}
	return nil
}

func skipTests(paths []string, pattern string) ([]string, error) {
	if pattern == "" {
		return paths, nil
	}
	skipped, err := regexp.Compile(pattern)
	if err != nil {
		return nil, fmt.Errorf("--skip-tests %q is not a regular expression: %w", pattern, err)
	}
	return slices.DeleteFunc(paths, func(path string) bool { return skipped.MatchString(filepath.Base(path)) }), nil
}

func learnFile(ctx context.Context, worker *workerProcess, path string) (testFile, error) {
	result, ended, err := worker.run(ctx, fileRun{File: path, Cover: true}, baselineLimit)
	switch {
	case err != nil:
		return testFile{}, err
	case ended != endedByItself:
		return testFile{}, fmt.Errorf("%s ends by a %s without any mutant", path, ended)
	case result.Failed != "":
		return testFile{}, fmt.Errorf("%s fails without any mutant in %s: %s", path, result.Failed, result.Message)
	default:
		return testFile{Path: path, Read: result.Read, Steps: result.Steps}, nil
	}
}

// run answers what became of each mutant.
func (c *campaign) run(ctx context.Context, candidates []candidate) ([]mutantResult, error) {
	progress := startProgress(len(candidates))
	defer progress.stop()
	var mu sync.Mutex
	var results []mutantResult
	err := c.spread(ctx, len(candidates), func(worker *workerProcess, i int) error {
		result, err := c.try(ctx, worker, candidates[i])
		if err != nil {
			return err
		}
		mu.Lock()
		defer mu.Unlock()
		results = append(results, result)
		progress.add(result)
		return nil
	})
	return results, err
}

// spread gives the items to the workers, one after the other, and ends at the first error.
func (c *campaign) spread(ctx context.Context, count int, work func(worker *workerProcess, i int) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	items := make(chan int)
	go func() {
		defer close(items)
		for i := range count {
			select {
			case items <- i:
			case <-ctx.Done():
				return
			}
		}
	}()
	var group sync.WaitGroup
	for _, worker := range c.workers {
		group.Go(func() {
			for i := range items {
				if err := work(worker, i); err != nil {
					cancel(err)
					return
				}
			}
		})
	}
	group.Wait()
	return context.Cause(ctx)
}

// try runs the files that run the changed line until one of them fails.
func (c *campaign) try(ctx context.Context, worker *workerProcess, mutant candidate) (mutantResult, error) {
	result := mutantResult{candidate: mutant, isKnown: true}
	changed := string(mutant.Apply(mutant.source))
	key := func(run plannedRun) string {
		return hashText(strings.Join([]string{c.prints[run.Path], relativeTo(c.root, mutant.path), changed}, "\x00"))
	}
	files := c.plan(mutant)
	result.isUnrun = len(files) == 0
	for _, file := range files {
		found, known := c.log.find(key(file))
		if known {
			c.odds.count(mutant.name, file.Path, mutant.RunsAt, found.Ending != passed)
		}
		if known && found.Ending != passed {
			result.isKilled, result.by, result.ending = true, found.By, ending(found.Ending)
			return result, nil
		}
	}
	for _, file := range files {
		if _, known := c.log.find(key(file)); known {
			continue
		}
		result.isKnown = false
		found, err := runWithMutant(ctx, worker, file, mutant, changed)
		if err != nil {
			return result, err
		}
		found.Key = key(file)
		c.odds.count(mutant.name, file.Path, mutant.RunsAt, found.Ending != passed)
		if err := c.log.add(found); err != nil {
			return result, err
		}
		if found.Ending != passed {
			result.isKilled, result.by, result.ending = true, found.By, ending(found.Ending)
			return result, nil
		}
	}
	return result, nil
}

func runWithMutant(ctx context.Context, worker *workerProcess, file plannedRun, mutant candidate, changed string) (verdict, error) {
	limit := timeLimitBase + timeLimitFactor*time.Duration(file.seconds*float64(time.Second))
	request := fileRun{File: file.Path, Last: file.last, Replaced: map[string]string{mutant.path: changed}}
	result, ended, err := worker.run(ctx, request, limit)
	switch {
	case err != nil:
		return verdict{}, err
	case ended != endedByItself:
		return verdict{Ending: string(ended), By: file.Path}, nil
	case result.Failed != "":
		return verdict{Ending: "failed", By: file.Path + " " + result.Failed}, nil
	default:
		return verdict{Ending: passed}, nil
	}
}
