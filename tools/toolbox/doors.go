package main

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
	loopback      = "127.0.0.1"
	farewellLimit = 500 * time.Millisecond
)

// doors are the emulator's listeners. They are opened before the chain starts, so that a port in
// use is known at once and port 0 never races with another process.
type doors struct {
	rest, grpc, admin, control net.Listener

	httpServers []*http.Server
	grpcServer  *grpc.Server
}

func openDoors(options emulatorOptions) (*doors, error) {
	d := &doors{}
	for _, wanted := range []struct {
		name string
		port int
		door *net.Listener
	}{
		{"REST", options.restPort, &d.rest},
		{"gRPC", options.grpcPort, &d.grpc},
		{"admin", options.adminPort, &d.admin},
		{"control", options.controlPort, &d.control},
	} {
		listener, err := net.Listen("tcp", fmt.Sprintf("%s:%d", loopback, wanted.port))
		if err != nil {
			return nil, fmt.Errorf("the emulator's %s port %d cannot be opened: %w", wanted.name, wanted.port, err)
		}
		*wanted.door = listener
	}
	return d, nil
}

func (d *doors) url(listener net.Listener) string {
	return "http://" + listener.Addr().String()
}

// serve answers on every door; the channel tells when one of them ends by itself.
func (d *doors) serve(c *chain, logger *zerolog.Logger) (<-chan error, error) {
	adapter := adapters.NewAccessAdapter(logger, c)
	rest, err := restHandler(c, adapter, logger)
	if err != nil {
		return nil, fmt.Errorf("the REST API does not start: %w", err)
	}
	failed := make(chan error, 4)
	d.serveHTTP(d.rest, rest, failed)
	d.serveHTTP(d.admin, utils.NewEmulatorAPIServer(c, adapter), failed)
	d.serveHTTP(d.control, controlHandler(c), failed)
	d.grpcServer = access.NewGRPCServer(logger, c.Blockchain, adapter, c.GetChain(), loopback, 0, false).Server()
	go func() { failed <- d.grpcServer.Serve(d.grpc) }()
	return failed, nil
}

// restHandler takes the handler out of the emulator's REST server, which would open its own port.
func restHandler(c *chain, adapter *adapters.AccessAdapter, logger *zerolog.Logger) (handler http.Handler, err error) {
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

func (d *doors) serveHTTP(listener net.Listener, handler http.Handler, failed chan<- error) {
	server := &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second}
	d.httpServers = append(d.httpServers, server)
	go func() {
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			failed <- err
		}
	}()
}

// stop lets answers that are under way finish, for a moment.
func (d *doors) stop() {
	ctx, cancel := context.WithTimeout(context.Background(), farewellLimit)
	defer cancel()
	for _, server := range d.httpServers {
		if server.Shutdown(ctx) != nil {
			_ = server.Close()
		}
	}
	d.grpcServer.Stop()
}
