package main

import (
	"sync"
	"time"
)

// movableClock provides block timestamps: real time plus an offset, or a frozen time.
type movableClock struct {
	mu       sync.Mutex
	realTime func() time.Time
	offset   time.Duration
	frozenAt *time.Time
}

// clockState is the response of the control API's /clock.
type clockState struct {
	Now      time.Time `json:"now"`
	OffsetMs int64     `json:"offsetMs"`
	Frozen   bool      `json:"frozen"`
}

func newMovableClock() *movableClock {
	return &movableClock{realTime: func() time.Time { return time.Now().UTC() }}
}

// Now implements the emulator's Clock interface.
func (c *movableClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now()
}

func (c *movableClock) freezeAt(at time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	moment := at.UTC()
	c.frozenAt = &moment
}

func (c *movableClock) runWithOffset(offset time.Duration) {
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
