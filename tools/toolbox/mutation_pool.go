package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"
)

// workerProcess runs one file after the other. It is a process of its own, because an endless loop or a Go stack
// that overflows can only be ended from outside.
type workerProcess struct {
	flowJSON string
	command  *exec.Cmd // nil: not started, or ended
	requests io.WriteCloser
	answers  chan workerAnswer
}

type workerAnswer struct {
	result fileResult
	err    error
}

// ending is how a run ended other than by its tests.
type ending string

const (
	endedByItself ending = ""
	endedByTime   ending = "timeout"
	endedByCrash  ending = "crash"
)

// run ends the process when the time is over or the context is done; the next run starts another one.
func (w *workerProcess) run(ctx context.Context, request fileRun, limit time.Duration) (fileResult, ending, error) {
	if w.command == nil {
		if err := w.start(); err != nil {
			return fileResult{}, endedByCrash, err
		}
	}
	if err := json.NewEncoder(w.requests).Encode(request); err != nil {
		w.stop()
		return fileResult{}, endedByCrash, nil
	}
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case answer := <-w.answers:
		if answer.err != nil {
			w.stop()
			return fileResult{}, endedByCrash, nil
		}
		return answer.result, endedByItself, nil
	case <-timer.C:
		w.stop()
		return fileResult{}, endedByTime, nil
	case <-ctx.Done():
		w.stop()
		return fileResult{}, endedByTime, ctx.Err()
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
	answers, err := command.StdoutPipe()
	if err != nil {
		return err
	}
	if err := command.Start(); err != nil {
		return fmt.Errorf("a worker cannot be started: %w", err)
	}
	w.command, w.requests, w.answers = command, requests, make(chan workerAnswer, 1)
	go readAnswers(answers, w.answers)
	return nil
}

func readAnswers(output io.Reader, answers chan<- workerAnswer) {
	decoder := json.NewDecoder(output)
	for {
		var answer workerAnswer
		answer.err = decoder.Decode(&answer.result)
		answers <- answer
		if answer.err != nil {
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
