package mutation

import (
	"context"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"dharma-guard/toolbox/cadencetest"
	"dharma-guard/toolbox/surface"
)

const (
	// A run with a mutant may take longer than the run without mutants before it counts as a timeout.
	timeLimitFactor = 10
	timeLimitBase   = 30 * time.Second
	// baselineLimit is the time limit of a test file without mutants.
	baselineLimit = 20 * time.Minute
)

// campaign runs mutants against the test files.
type campaign struct {
	root          string
	files         []testFile
	fingerprints  map[string]string // by path of the test file
	log           *verdictLog
	workers       []*workerProcess
	killEstimator *killEstimator
	// maxFiles is the maximum number of test files for each mutant; 0: all that run its line.
	maxFiles int
}

// mutantResult is the result of a mutant: killed by a test, killed by a timeout or crash, or survived.
type mutantResult struct {
	candidate
	isKilled    bool
	by          string
	exitReason  exitReason
	isCached    bool // no test file was run
	isUncovered bool // no test runs the changed line
}

// newCampaign runs every test file without a mutant, except those whose recorded run is current.
func newCampaign(ctx context.Context, options mutationOptions) (*campaign, error) {
	root, err := filepath.Abs(filepath.Dir(options.flowJSON))
	if err != nil {
		return nil, err
	}
	log, err := openVerdictLog(options.state)
	if err != nil {
		return nil, err
	}
	c := &campaign{root: root, fingerprints: map[string]string{}, log: log, killEstimator: newKillEstimator(), maxFiles: options.maxFiles}
	count := options.workers
	if count == 0 {
		count = countProcessors()
	}
	for range count {
		c.workers = append(c.workers, &workerProcess{flowJSON: options.flowJSON})
	}
	if err := c.measureTestFiles(ctx, options); err != nil {
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

func (c *campaign) measureTestFiles(ctx context.Context, options mutationOptions) error {
	paths, err := listTestFiles(options.tests)
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
	err = c.distribute(ctx, len(unknown), func(worker *workerProcess, i int) error {
		file, err := measureTestFile(ctx, worker, unknown[i])
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
		c.fingerprints[path] = known[path].fingerprint(c.root)
	}
	return nil
}

// listTestFiles returns the test files in a directory and its subdirectories, sorted by path.
func listTestFiles(dir string) (paths []string, err error) {
	err = filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, "_test.cdc") {
			paths = append(paths, path)
		}
		return err
	})
	return paths, err
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

func measureTestFile(ctx context.Context, worker *workerProcess, path string) (testFile, error) {
	result, reason, err := worker.run(ctx, cadencetest.FileRun{File: path, Cover: true}, baselineLimit)
	switch {
	case err != nil:
		return testFile{}, err
	case reason != exitNormal:
		return testFile{}, fmt.Errorf("%s ends by a %s without any mutant", path, reason)
	case result.Failed != "":
		return testFile{}, fmt.Errorf("%s fails without any mutant in %s: %s", path, result.Failed, result.Message)
	default:
		return testFile{Path: path, Read: result.Read, Steps: result.Steps}, nil
	}
}

// run returns the result of each mutant.
func (c *campaign) run(ctx context.Context, candidates []candidate) ([]mutantResult, error) {
	progress := startProgress(len(candidates))
	defer progress.stop()
	var mu sync.Mutex
	var results []mutantResult
	err := c.distribute(ctx, len(candidates), func(worker *workerProcess, i int) error {
		result, err := c.testMutant(ctx, worker, candidates[i])
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

// distribute passes the items to the workers, one at a time, and stops at the first error.
func (c *campaign) distribute(ctx context.Context, count int, work func(worker *workerProcess, i int) error) error {
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

// testMutant runs the files that run the changed line until one of them fails.
func (c *campaign) testMutant(ctx context.Context, worker *workerProcess, mutant candidate) (mutantResult, error) {
	result := mutantResult{candidate: mutant, isCached: true}
	if mutant.isVisible {
		result.isKilled, result.by = true, surface.GoldenName
		return result, nil
	}
	changed := string(mutant.Apply(mutant.source))
	key := func(run plannedRun) string {
		return cadencetest.HashText(strings.Join([]string{c.fingerprints[run.Path], toRelativePath(c.root, mutant.path), changed}, "\x00"))
	}
	files := c.orderTestFiles(mutant)
	result.isUncovered = len(files) == 0
	for _, file := range files {
		found, known := c.log.find(key(file))
		if known {
			c.killEstimator.recordRun(mutant.name, file.Path, mutant.RunsAt, found.Ending != passed)
		}
		if known && found.Ending != passed {
			result.isKilled, result.by, result.exitReason = true, found.By, exitReason(found.Ending)
			return result, nil
		}
	}
	if c.maxFiles > 0 && len(files) > c.maxFiles {
		files = files[:c.maxFiles]
	}
	for _, file := range files {
		if _, known := c.log.find(key(file)); known {
			continue
		}
		result.isCached = false
		found, err := runFileWithMutant(ctx, worker, file, mutant, changed)
		if err != nil {
			return result, err
		}
		found.Key = key(file)
		c.killEstimator.recordRun(mutant.name, file.Path, mutant.RunsAt, found.Ending != passed)
		if err := c.log.add(found); err != nil {
			return result, err
		}
		if found.Ending != passed {
			result.isKilled, result.by, result.exitReason = true, found.By, exitReason(found.Ending)
			return result, nil
		}
	}
	return result, nil
}

func runFileWithMutant(ctx context.Context, worker *workerProcess, file plannedRun, mutant candidate, changed string) (verdict, error) {
	limit := timeLimitBase + timeLimitFactor*time.Duration(file.seconds*float64(time.Second))
	request := cadencetest.FileRun{File: file.Path, Last: file.last, Replaced: map[string]string{mutant.path: changed}}
	result, reason, err := worker.run(ctx, request, limit)
	switch {
	case err != nil:
		return verdict{}, err
	case reason != exitNormal:
		return verdict{Ending: string(reason), By: file.Path}, nil
	case result.Failed != "":
		return verdict{Ending: "failed", By: file.Path + " " + result.Failed}, nil
	default:
		return verdict{Ending: passed}, nil
	}
}
