// Package chaincore contains the parts of an emulated chain that the emulator, the Cadence tests and the linter share.
package chaincore

import (
	"sync"
	"time"
)

// MovableClock provides block timestamps: real time plus an offset, or a frozen time.
type MovableClock struct {
	mu       sync.Mutex
	realTime func() time.Time
	offset   time.Duration
	frozenAt *time.Time
}

// ClockState is the response of the control API's /clock.
type ClockState struct {
	Now      time.Time `json:"now"`
	OffsetMs int64     `json:"offsetMs"`
	Frozen   bool      `json:"frozen"`
}

// NewMovableClock returns a clock that runs with real time.
func NewMovableClock() *MovableClock {
	return &MovableClock{realTime: func() time.Time { return time.Now().UTC() }}
}

// Now implements the emulator's Clock interface.
func (c *MovableClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now()
}

// FreezeAt stops the clock at a time.
func (c *MovableClock) FreezeAt(at time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	moment := at.UTC()
	c.frozenAt = &moment
}

// RunWithOffset runs the clock with real time plus an offset.
func (c *MovableClock) RunWithOffset(offset time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.frozenAt = nil
	c.offset = offset
}

// State returns the current time, its offset from real time and whether the clock is frozen.
func (c *MovableClock) State() ClockState {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := c.now()
	return ClockState{
		Now:      now,
		OffsetMs: now.Sub(c.realTime()).Milliseconds(),
		Frozen:   c.frozenAt != nil,
	}
}

func (c *MovableClock) now() time.Time {
	if c.frozenAt != nil {
		return *c.frozenAt
	}
	return c.realTime().Add(c.offset)
}
