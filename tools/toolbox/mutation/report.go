package mutation

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"dharma-guard/toolbox/cadencetest"
)

const (
	minScore         = 0.97
	maxExcludedShare = 0.03
	progressEvery    = 5 * time.Second
	scoreUnits       = 10_000 // a score is rounded down to this fraction
)

// progress prints the progress every few seconds.
type progress struct {
	mu                                 sync.Mutex
	total, done, run, killed, survived int
	start                              time.Time
	ticker                             *time.Ticker
	ended                              chan struct{}
}

func startProgress(total int) *progress {
	p := &progress{total: total, start: time.Now(), ticker: time.NewTicker(progressEvery), ended: make(chan struct{})}
	go func() {
		for {
			select {
			case <-p.ticker.C:
				fmt.Println(p.formatLine())
			case <-p.ended:
				return
			}
		}
	}()
	return p
}

func (p *progress) stop() {
	p.ticker.Stop()
	close(p.ended)
}

func (p *progress) add(result mutantResult) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done++
	if !result.isCached {
		p.run++
	}
	if result.isKilled {
		p.killed++
	} else {
		p.survived++
		fmt.Println(result)
	}
}

func (p *progress) formatLine() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	line := fmt.Sprintf("%d of %d mutants: %d killed, %d survived", p.done, p.total, p.killed, p.survived)
	if p.run == 0 {
		return line
	}
	left := time.Since(p.start) / time.Duration(p.run) * time.Duration(p.total-p.done)
	return fmt.Sprintf("%s, %s left", line, left.Round(time.Second))
}

// report is the final output of the mutation runner.
type report struct {
	options  mutationOptions
	selected *selection
	results  []mutantResult
}

// summary is the last output line, as JSON for other programs.
type summary struct {
	Score       float64 `json:"score"`
	TestedScore float64 `json:"testedScore"` // without the visible ones
	Killed      int     `json:"killed"`
	Visible     int     `json:"visible"` // killed by the golden list of the public surface, without a test
	Survived    int     `json:"survived"`
	Excluded    int     `json:"excluded"`
	Timeouts    int     `json:"timeouts"`
	Crashes     int     `json:"crashes"`
	Sample      int     `json:"sample"` // 0: all mutants
	Seed        uint64  `json:"seed"`
	SourcesHash string  `json:"sourcesHash"`
}

func (r report) print() error {
	r.printContracts()
	r.printSurvivors()
	total := r.summarize()
	line, err := json.Marshal(total)
	if err != nil {
		return err
	}
	fmt.Println(string(line))
	return r.checkThresholds(total.TestedScore)
}

// checkThresholds returns an error when too many mutants are excluded or survived. What the public surface shows does
// not count: the tests have to kill their share of the others.
func (r report) checkThresholds(score float64) error {
	if share := r.excludedShare(); share > maxExcludedShare {
		return fmt.Errorf("%.1f %% of the mutants are excluded, at most %.0f %% may be", 100*share, 100*maxExcludedShare)
	}
	if score < minScore {
		return fmt.Errorf("%.1f %% of the mutants that the public surface does not show were killed, at least %.0f %% must be", 100*score, 100*minScore)
	}
	return nil
}

func (r report) summarize() summary {
	total := summary{
		Excluded:    len(r.selected.excluded),
		Sample:      r.options.sample,
		Seed:        r.options.seed,
		SourcesHash: r.selected.sourcesHash,
	}
	for _, result := range r.results {
		switch {
		case result.isVisible:
			total.Visible++
		case !result.isKilled:
			total.Survived++
		case result.exitReason == exitTimeout:
			total.Timeouts++
		case result.exitReason == exitCrash:
			total.Crashes++
		}
	}
	total.Killed = len(r.results) - total.Survived
	total.Score = computeScore(total.Killed, len(r.results))
	total.TestedScore = computeScore(total.Killed-total.Visible, len(r.results)-total.Visible)
	return total
}

// computeScore returns 0 when there is no mutant: then nothing was shown.
func computeScore(killed, all int) float64 {
	if all == 0 {
		return 0
	}
	return math.Floor(scoreUnits*float64(killed)/float64(all)) / scoreUnits
}

// excludedShare counts all mutants, not only those of a sample.
func (r report) excludedShare() float64 {
	return float64(len(r.selected.excluded)) / float64(max(1, r.selected.all))
}

func (r report) printContracts() {
	type counts struct{ killed, visible, survived, excluded int }
	contracts := map[string]counts{}
	for _, result := range r.results {
		c := contracts[result.name]
		if result.isVisible {
			c.visible++
		}
		if result.isKilled {
			c.killed++
		} else {
			c.survived++
		}
		contracts[result.name] = c
	}
	for _, excluded := range r.selected.excluded {
		c := contracts[excluded.name]
		c.excluded++
		contracts[excluded.name] = c
	}
	for _, name := range slices.Sorted(maps.Keys(contracts)) {
		c := contracts[name]
		fmt.Printf("MUTANTS %s: %d killed (%d by the public surface), %d survived, %d excluded\n", name, c.killed, c.visible, c.survived, c.excluded)
	}
}

func (r report) printSurvivors() {
	survivors := slices.DeleteFunc(slices.Clone(r.results), func(result mutantResult) bool { return result.isKilled })
	slices.SortFunc(survivors, func(a, b mutantResult) int {
		return cmp.Or(cmp.Compare(a.path, b.path), cmp.Compare(a.Start, b.Start))
	})
	for _, survivor := range survivors {
		fmt.Println(survivor)
	}
}

// String describes a mutant that survived.
func (r mutantResult) String() string {
	why := ""
	if r.isUncovered {
		why = " (no test runs this line)"
	}
	return fmt.Sprintf("SURVIVED %s%s", r.candidate, why)
}

// hashSources returns the same hash as scripts/set-up/fingerprint.mjs for the same files.
func hashSources(root string, contracts []mutatedContract) string {
	sorted := slices.SortedFunc(slices.Values(contracts), func(a, b mutatedContract) int { return strings.Compare(a.path, b.path) })
	var text strings.Builder
	for _, contract := range sorted {
		absolute, _ := filepath.Abs(root)
		fmt.Fprintf(&text, "%s\x00%d\x00%s", toRelativePath(absolute, contract.path), len(contract.source), contract.source)
	}
	return cadencetest.HashText(text.String())
}

func countProcessors() int { return runtime.NumCPU() }
