package mutation

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
)

// exclusion identifies mutants that no test can detect or has to detect. It contains texts instead of line numbers,
// so it remains valid when the surrounding code changes.
type exclusion struct {
	Contract string `json:"contract"`
	Place    string `json:"place"`
	Before   string `json:"before"`
	After    string `json:"after"`
	Reason   string `json:"reason"`
}

func (c candidate) toExclusion() exclusion {
	return exclusion{Contract: c.name, Place: c.Place, Before: c.before, After: c.after}
}

// readExclusions maps each exclusion (with an empty Reason) to its reason. A missing file means no exclusions.
func readExclusions(path string) (map[exclusion]string, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return map[exclusion]string{}, nil
	}
	if err != nil {
		return nil, err
	}
	var list []exclusion
	if err := json.Unmarshal(text, &list); err != nil {
		return nil, fmt.Errorf("%s is not a list of exclusions: %w", path, err)
	}
	reasons := map[exclusion]string{}
	for _, entry := range list {
		if strings.TrimSpace(entry.Reason) == "" {
			return nil, fmt.Errorf("%s: an exclusion in %s has no reason: %s", path, entry.Contract, entry.After)
		}
		reason := entry.Reason
		entry.Reason = ""
		reasons[entry] = reason
	}
	return reasons, nil
}

// exclude splits the candidates; an exclusion that matches no candidate is an error.
func exclude(all []candidate, reasons map[exclusion]string) (kept, excluded []candidate, err error) {
	used := map[exclusion]bool{}
	for _, c := range all {
		if entry := c.toExclusion(); reasons[entry] != "" {
			used[entry] = true
			excluded = append(excluded, c)
		} else {
			kept = append(kept, c)
		}
	}
	var unused []string
	for entry := range reasons {
		if !used[entry] {
			unused = append(unused, fmt.Sprintf("%s, %s: %q", entry.Contract, entry.Place, entry.After))
		}
	}
	if len(unused) > 0 {
		return nil, nil, fmt.Errorf("exclusions that fit no mutant, delete them:\n  %s", strings.Join(unused, "\n  "))
	}
	return kept, excluded, nil
}
