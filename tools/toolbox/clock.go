package main

import (
	"sync"
	"time"
)

// movableClock gives blocks their time: real time plus an offset, or frozen at one moment.
type movableClock struct {
	mu       sync.Mutex
	realTime func() time.Time
	offset   time.Duration
	frozenAt *time.Time
}

// clockState is what the control API answers.
type clockState struct {
	Now      time.Time `json:"now"`
	OffsetMs int64     `json:"offsetMs"`
	Frozen   bool      `json:"frozen"`
}

func newMovableClock() *movableClock {
	return &movableClock{realTime: func() time.Time { return time.Now().UTC() }}
}

// Now is the emulator's Clock interface.
func (c *movableClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now()
}

func (c *movableClock) freeze(at time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	moment := at.UTC()
	c.frozenAt = &moment
}

func (c *movableClock) run(offset time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.frozenAt = nil
	c.offset = offset
}

func (c *movableClock) state() clockState {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := c.now()
	return clockState{
		Now:      now,
		OffsetMs: now.Sub(c.realTime()).Milliseconds(),
		Frozen:   c.frozenAt != nil,
	}
}

func (c *movableClock) now() time.Time {
	if c.frozenAt != nil {
		return *c.frozenAt
	}
	return c.realTime().Add(c.offset)
}
