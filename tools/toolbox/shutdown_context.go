package main

import (
	"context"
	"io"
	"os"
	"os/signal"
	"syscall"
)

// newShutdownContext returns a context that is canceled on SIGINT, SIGTERM or the end of standard input. A pipe from
// the parent process closes even when the parent is killed, so no tool runs longer than its parent.
func newShutdownContext() context.Context {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		stop()
	}()
	return ctx
}
