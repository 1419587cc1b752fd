package mutation

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"

	"dharma-guard/toolbox/cadencetest"
)

// workerProcess runs test files one after the other. It is a separate process, because an endless loop or a Go stack
// overflow can only be terminated from outside.
type workerProcess struct {
	flowJSON  string
	command   *exec.Cmd // nil: not running
	requests  io.WriteCloser
	responses chan workerResponse
}

type workerResponse struct {
	result cadencetest.FileResult
	err    error
}

// exitReason is the reason why a run stopped before its tests finished; exitNormal: they finished.
type exitReason string

const (
	exitNormal  exitReason = ""
	exitTimeout exitReason = "timeout"
	exitCrash   exitReason = "crash"
)

// run stops the process at the time limit or when the context is done; the next run starts a new process.
func (w *workerProcess) run(ctx context.Context, request cadencetest.FileRun, limit time.Duration) (cadencetest.FileResult, exitReason, error) {
	if w.command == nil {
		if err := w.start(); err != nil {
			return cadencetest.FileResult{}, exitCrash, err
		}
	}
	if err := json.NewEncoder(w.requests).Encode(request); err != nil {
		w.stop()
		return cadencetest.FileResult{}, exitCrash, nil
	}
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case response := <-w.responses:
		if response.err != nil {
			w.stop()
			return cadencetest.FileResult{}, exitCrash, nil
		}
		return response.result, exitNormal, nil
	case <-timer.C:
		w.stop()
		return cadencetest.FileResult{}, exitTimeout, nil
	case <-ctx.Done():
		w.stop()
		return cadencetest.FileResult{}, exitTimeout, ctx.Err()
	}
}

func (w *workerProcess) start() error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	command := exec.Command(program, "mutate", "--worker", "--flow-json", w.flowJSON)
	requests, err := command.StdinPipe()
	if err != nil {
		return err
	}
	responses, err := command.StdoutPipe()
	if err != nil {
		return err
	}
	if err := command.Start(); err != nil {
		return fmt.Errorf("a worker cannot be started: %w", err)
	}
	w.command, w.requests, w.responses = command, requests, make(chan workerResponse, 1)
	go readResponses(responses, w.responses)
	return nil
}

func readResponses(output io.Reader, responses chan<- workerResponse) {
	decoder := json.NewDecoder(output)
	for {
		var response workerResponse
		response.err = decoder.Decode(&response.result)
		responses <- response
		if response.err != nil {
			return
		}
	}
}

func (w *workerProcess) stop() {
	if w.command == nil {
		return
	}
	_ = w.requests.Close()
	_ = w.command.Process.Kill()
	_ = w.command.Wait()
	w.command = nil
}
