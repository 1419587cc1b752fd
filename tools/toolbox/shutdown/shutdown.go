// Package shutdown ends a tool together with its parent process.
package shutdown

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
)

// NewContext returns a context that is canceled on SIGINT, SIGTERM or the end of standard input. A pipe from
// the parent process closes even when the parent is killed, so no tool runs longer than its parent.
func NewContext() context.Context {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		stop()
	}()
	return ctx
}

// Wait waits until the context is done. It returns an error when a server fails before.
func Wait(ctx context.Context, failed <-chan error) error {
	select {
	case <-ctx.Done():
		return nil
	case err := <-failed:
		return fmt.Errorf("the server stopped: %w", err)
	}
}
