package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"time"
)

const maxBlocksPerCall = 10_000

// controlHandler is the API that moves the clock, sets the mode and commits blocks.
func controlHandler(c *chain) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /health", answering(func(noBody) (any, error) { return map[string]bool{"ok": true}, nil }))
	mux.HandleFunc("GET /clock", answering(func(noBody) (any, error) { return c.clock.state(), nil }))
	mux.HandleFunc("POST /clock", answering(c.moveClock))
	mux.HandleFunc("GET /mode", answering(func(noBody) (any, error) { return c.modeState(), nil }))
	mux.HandleFunc("POST /mode", answering(c.changeMode))
	mux.HandleFunc("POST /blocks", answering(c.makeBlocks))
	return mux
}

type noBody struct{}

type clockWish struct {
	Now      *time.Time `json:"now"`
	OffsetMs *int64     `json:"offsetMs"`
}

type blocksWish struct {
	Count *int `json:"count"`
}

func (c *chain) moveClock(wish clockWish) (any, error) {
	switch {
	case wish.Now != nil && wish.OffsetMs == nil:
		c.clock.freeze(*wish.Now)
	case wish.OffsetMs != nil && wish.Now == nil:
		c.clock.run(time.Duration(*wish.OffsetMs) * time.Millisecond)
	default:
		return nil, fmt.Errorf("give either now (RFC 3339) or offsetMs")
	}
	return c.clock.state(), nil
}

func (c *chain) changeMode(wish modeState) (any, error) {
	if err := c.setMode(wish); err != nil {
		return nil, err
	}
	return c.modeState(), nil
}

func (c *chain) makeBlocks(wish blocksWish) (any, error) {
	count := 1
	if wish.Count != nil {
		count = *wish.Count
	}
	if count < 1 || count > maxBlocksPerCall {
		return nil, fmt.Errorf("count is %d; give 1 to %d", count, maxBlocksPerCall)
	}
	height, err := c.commitBlocks(count)
	return map[string]uint64{"height": height}, err
}

// answering decodes a JSON body (an empty one is an empty wish) and encodes the answer.
func answering[Wish any](act func(Wish) (any, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var wish Wish
		if r.Method == http.MethodPost && r.ContentLength != 0 {
			if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 4096)).Decode(&wish); err != nil {
				writeJSON(w, http.StatusBadRequest, map[string]string{"message": "the body is not the JSON that is expected: " + err.Error()})
				return
			}
		}
		answer, err := act(wish)
		if err != nil {
			writeJSON(w, http.StatusBadRequest, map[string]string{"message": err.Error()})
			return
		}
		writeJSON(w, http.StatusOK, answer)
	}
}

func writeJSON(w http.ResponseWriter, status int, answer any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(answer)
}
