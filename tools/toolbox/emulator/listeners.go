package emulator

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/onflow/flow-emulator/adapters"
	"github.com/onflow/flow-emulator/server/access"
	"github.com/onflow/flow-emulator/server/utils"
	"github.com/rs/zerolog"
	"google.golang.org/grpc"
)

const (
	loopback        = "127.0.0.1"
	shutdownTimeout = 500 * time.Millisecond
)

// listeners are the emulator's network listeners. They are opened before the chain starts, so that a port in
// use is reported immediately and port 0 cannot race with another process.
type listeners struct {
	rest, grpc, admin, control net.Listener

	httpServers []*http.Server
	grpcServer  *grpc.Server
}

func openListeners(options emulatorOptions) (*listeners, error) {
	l := &listeners{}
	for _, wanted := range []struct {
		name   string
		port   int
		target *net.Listener
	}{
		{"REST", options.restPort, &l.rest},
		{"gRPC", options.grpcPort, &l.grpc},
		{"admin", options.adminPort, &l.admin},
		{"control", options.controlPort, &l.control},
	} {
		listener, err := net.Listen("tcp", fmt.Sprintf("%s:%d", loopback, wanted.port))
		if err != nil {
			return nil, fmt.Errorf("the emulator's %s port %d cannot be opened: %w", wanted.name, wanted.port, err)
		}
		*wanted.target = listener
	}
	return l, nil
}

func (l *listeners) toURL(listener net.Listener) string {
	return "http://" + listener.Addr().String()
}

// serve starts a server on every listener; the returned channel receives the error of a server that stops.
func (l *listeners) serve(c *chain, logger *zerolog.Logger) (<-chan error, error) {
	adapter := adapters.NewAccessAdapter(logger, c)
	rest, err := newRestHandler(c, adapter, logger)
	if err != nil {
		return nil, fmt.Errorf("the REST API does not start: %w", err)
	}
	failed := make(chan error, 4)
	l.serveHTTP(l.rest, rest, failed)
	l.serveHTTP(l.admin, utils.NewEmulatorAPIServer(c, adapter), failed)
	l.serveHTTP(l.control, newControlHandler(c), failed)
	l.grpcServer = access.NewGRPCServer(logger, c.Blockchain, adapter, c.GetChain(), loopback, 0, false).Server()
	go func() { failed <- l.grpcServer.Serve(l.grpc) }()
	return failed, nil
}

// newRestHandler extracts the handler of the emulator's REST server, which would open its own port.
func newRestHandler(c *chain, adapter *adapters.AccessAdapter, logger *zerolog.Logger) (handler http.Handler, err error) {
	server, err := access.NewRestServer(logger, c.Blockchain, adapter, c.GetChain(), loopback, 0, false)
	if err != nil {
		return nil, err
	}
	server.UseMiddleware(func(inner http.Handler) http.Handler {
		handler = inner
		return inner
	})
	return handler, nil
}

func (l *listeners) serveHTTP(listener net.Listener, handler http.Handler, failed chan<- error) {
	server := &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second}
	l.httpServers = append(l.httpServers, server)
	go func() {
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			failed <- err
		}
	}()
}

// stop waits up to shutdownTimeout for pending responses.
func (l *listeners) stop() {
	ctx, cancel := context.WithTimeout(context.Background(), shutdownTimeout)
	defer cancel()
	for _, server := range l.httpServers {
		if server.Shutdown(ctx) != nil {
			_ = server.Close()
		}
	}
	l.grpcServer.Stop()
}
