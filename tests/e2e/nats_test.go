// Package e2e runs the contracts over real transports, with generated types on
// both ends.
package e2e

import (
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

// connect starts a NATS server on a free port of the loopback interface and
// returns two connections to it: a host's and a caller's.
func connect(t *testing.T) (host, caller *nats.Conn) {
	t.Helper()
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, NoLog: true, NoSigs: true})
	if err != nil {
		t.Fatal(err)
	}
	go s.Start()
	t.Cleanup(s.Shutdown)
	if !s.ReadyForConnections(10 * time.Second) {
		t.Fatal("the NATS server does not start")
	}
	dial := func() *nats.Conn {
		c, err := nats.Connect(s.ClientURL())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(c.Close)
		return c
	}
	return dial(), dial()
}

func TestConnect(t *testing.T) {
	host, caller := connect(t)
	if _, err := host.Subscribe("a", func(m *nats.Msg) { _ = m.Respond([]byte("b")) }); err != nil {
		t.Fatal(err)
	}
	if err := host.Flush(); err != nil {
		t.Fatal(err)
	}
	m, err := caller.Request("a", nil, time.Second)
	if err != nil || string(m.Data) != "b" {
		t.Fatal(m, err)
	}
}
