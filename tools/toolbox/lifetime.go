package main

import (
	"context"
	"io"
	"os"
	"os/signal"
	"syscall"
)

// lifetime ends when the process is asked to end (SIGINT, SIGTERM) or when its standard input ends:
// a pipe from the parent closes even when the parent is killed, so no tool outlives its owner.
func lifetime() context.Context {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		stop()
	}()
	return ctx
}
