package main

import (
	"fmt"
	"iter"
	"runtime"
	"strings"
)

// inOrder works on as many items at once as there are processors, and yields in the order of the items.
func inOrder[Item, Done any](items []Item, work func(Item) Done) iter.Seq[Done] {
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

type tally struct{ passed, failed int }

func (t *tally) report(outcomes []outcome) {
	for _, o := range outcomes {
		title := strings.TrimSpace(o.file + " " + o.name)
		if o.err == nil {
			t.passed++
			fmt.Println("PASS", title)
			continue
		}
		t.failed++
		fmt.Printf("FAIL %s\n     %s\n", title, o.message())
	}
}

func (o outcome) message() string {
	text := strings.ReplaceAll(strings.TrimSpace(o.err.Error()), testLocation, o.file)
	text, _, _ = strings.Cut(text, "\n\nWas this error unhelpful?")
	return strings.ReplaceAll(text, "\n", "\n     ")
}

// end prints the total; a run without any test is a failure, because it proves nothing.
func (t *tally) end() error {
	fmt.Printf("%d passed, %d failed\n", t.passed, t.failed)
	switch {
	case t.failed > 0:
		return fmt.Errorf("%d Cadence tests failed", t.failed)
	case t.passed == 0:
		return fmt.Errorf("no Cadence test was run")
	default:
		return nil
	}
}
