package mutation

import (
	"encoding/json"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
	"time"

	"dharma-guard/toolbox/cadencetest"
	"dharma-guard/toolbox/flowjson"
)

// workerGarbagePercent makes garbage collection less frequent: more memory, less time.
const workerGarbagePercent = 600

// workerStartTime is the start time of test chains in every run of the mutation runner.
var workerStartTime = time.Date(2027, time.January, 4, 9, 0, 0, 0, time.UTC)

// runMutationWorker handles requests, one line of JSON each. It exits at the end of its input, even during an endless
// test. It ignores SIGINT and SIGTERM: Ctrl-C also reaches this process, but its parent has to save state first.
func runMutationWorker(flowJSON string) error {
	project, err := flowjson.ReadProject(flowJSON)
	if err != nil {
		return err
	}
	signal.Ignore(os.Interrupt, syscall.SIGTERM)
	debug.SetGCPercent(workerGarbagePercent)
	cadencetest.FixStartTime(workerStartTime)
	requests := make(chan cadencetest.FileRun)
	go readRequests(os.Stdin, requests)
	responses := json.NewEncoder(os.Stdout)
	for request := range requests {
		if err := responses.Encode(cadencetest.RunSteps(project, request)); err != nil {
			return err
		}
	}
	return nil
}

func readRequests(input io.Reader, requests chan<- cadencetest.FileRun) {
	decoder := json.NewDecoder(input)
	for {
		var request cadencetest.FileRun
		if err := decoder.Decode(&request); err != nil {
			os.Exit(0)
		}
		requests <- request
	}
}
