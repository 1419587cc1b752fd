package emulator

import (
	"encoding/json"
	"fmt"
	"net/http"
	"time"
)

const maxBlocksPerCall = 10_000

// newControlHandler serves the API that sets the clock, sets the mode and commits blocks.
func newControlHandler(c *chain) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /clock", handleJSON(func(emptyRequest) (any, error) { return c.clock.State(), nil }))
	mux.HandleFunc("POST /clock", handleJSON(c.setClock))
	mux.HandleFunc("GET /mode", handleJSON(func(emptyRequest) (any, error) { return c.modeState(), nil }))
	mux.HandleFunc("POST /mode", handleJSON(c.changeMode))
	mux.HandleFunc("POST /blocks", handleJSON(c.commitRequestedBlocks))
	return mux
}

type emptyRequest struct{}

type clockRequest struct {
	Now      *time.Time `json:"now"`
	OffsetMs *int64     `json:"offsetMs"`
}

type blocksRequest struct {
	Count *int `json:"count"`
}

func (c *chain) setClock(request clockRequest) (any, error) {
	switch {
	case request.Now != nil && request.OffsetMs == nil:
		c.clock.FreezeAt(*request.Now)
	case request.OffsetMs != nil && request.Now == nil:
		c.clock.RunWithOffset(time.Duration(*request.OffsetMs) * time.Millisecond)
	default:
		return nil, fmt.Errorf("give either now (RFC 3339) or offsetMs")
	}
	return c.clock.State(), nil
}

func (c *chain) changeMode(request modeState) (any, error) {
	if err := c.setMode(request); err != nil {
		return nil, err
	}
	return c.modeState(), nil
}

func (c *chain) commitRequestedBlocks(request blocksRequest) (any, error) {
	count := 1
	if request.Count != nil {
		count = *request.Count
	}
	if count < 1 || count > maxBlocksPerCall {
		return nil, fmt.Errorf("count is %d; give 1 to %d", count, maxBlocksPerCall)
	}
	height, err := c.commitBlocks(count)
	return map[string]uint64{"height": height}, err
}

// handleJSON decodes a JSON body (an empty body is the zero request) and encodes the response.
func handleJSON[Request any](handle func(Request) (any, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var request Request
		if r.Method == http.MethodPost && r.ContentLength != 0 {
			if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 4096)).Decode(&request); err != nil {
				writeJSON(w, http.StatusBadRequest, map[string]string{"message": "the body is not the JSON that is expected: " + err.Error()})
				return
			}
		}
		answer, err := handle(request)
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
