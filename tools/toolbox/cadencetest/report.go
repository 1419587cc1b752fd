package cadencetest

import (
	"fmt"
	"iter"
	"runtime"
	"strings"
)

// mapInOrder processes as many items at once as there are processors, and yields the results in the order of the items.
func mapInOrder[Item, Done any](items []Item, work func(Item) Done) iter.Seq[Done] {
	slots := make(chan struct{}, runtime.NumCPU())
	results := make([]chan Done, len(items))
	for i, item := range items {
		results[i] = make(chan Done, 1)
		go func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			results[i] <- work(item)
		}()
	}
	return func(yield func(Done) bool) {
		for _, result := range results {
			if !yield(<-result) {
				return
			}
		}
	}
}

type testReport struct{ passed, failed int }

func (r *testReport) printOutcomes(outcomes []outcome) {
	for _, o := range outcomes {
		title := strings.TrimSpace(o.file + " " + o.name)
		if o.err == nil {
			r.passed++
			fmt.Println("PASS", title)
			continue
		}
		r.failed++
		fmt.Printf("FAIL %s\n     %s\n", title, o.formatMessage())
	}
}

func (o outcome) formatMessage() string {
	text := strings.ReplaceAll(strings.TrimSpace(o.err.Error()), testLocation, o.file)
	text, _, _ = strings.Cut(text, "\n\nWas this error unhelpful?")
	return strings.ReplaceAll(text, "\n", "\n     ")
}

// printTotal prints the total and returns an error if a test failed or no test was run.
func (r *testReport) printTotal() error {
	fmt.Printf("%d passed, %d failed\n", r.passed, r.failed)
	switch {
	case r.failed > 0:
		return fmt.Errorf("%d Cadence tests failed", r.failed)
	case r.passed == 0:
		return fmt.Errorf("no Cadence test was run")
	default:
		return nil
	}
}
