package emulator

import (
	"fmt"
	"os"
	"time"
)

const defaultInterval = time.Second

// modeState is the request and the response of the control API's /mode. An empty block is committed only when the
// last block is at least IdleMs old.
type modeState struct {
	Mode       blockMode `json:"mode"`
	IntervalMs int64     `json:"intervalMs,omitempty"`
	IdleMs     int64     `json:"idleMs,omitempty"`
}

func (c *chain) modeState() modeState {
	c.mu.Lock()
	defer c.mu.Unlock()
	return modeState{Mode: c.mode, IntervalMs: c.interval.Milliseconds(), IdleMs: c.idle.Milliseconds()}
}

// setMode changes the block mode; pending transactions are committed when auto mode starts.
func (c *chain) setMode(wanted modeState) error {
	interval, err := wanted.interval()
	if err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.stopIntervalMining()
	c.mode, c.interval = wanted.Mode, interval
	c.idle = time.Duration(wanted.IdleMs) * time.Millisecond
	if interval > 0 {
		c.stopInterval = make(chan struct{})
		go c.commitEvery(interval, c.stopInterval)
	}
	if c.mode == autoMode && c.pendingCount > 0 {
		_, _, err = c.commit()
	}
	return err
}

func (m modeState) interval() (time.Duration, error) {
	switch m.Mode {
	case manualMode, autoMode:
		return 0, nil
	case intervalMode:
		if m.IntervalMs < 0 || m.IdleMs < 0 {
			return 0, fmt.Errorf("intervalMs is %d and idleMs is %d; give positive numbers of milliseconds", m.IntervalMs, m.IdleMs)
		}
		if m.IntervalMs == 0 {
			return defaultInterval, nil
		}
		return time.Duration(m.IntervalMs) * time.Millisecond, nil
	default:
		return 0, fmt.Errorf("mode is %q; give manual, auto or interval", m.Mode)
	}
}

func (c *chain) commitEvery(interval time.Duration, stop <-chan struct{}) {
	ticker := time.NewTicker(interval)
	defer ticker.Stop()
	for {
		select {
		case <-stop:
			return
		case <-ticker.C:
			c.commitUnlessStopped(stop)
		}
	}
}

func (c *chain) commitUnlessStopped(stopped <-chan struct{}) {
	c.mu.Lock()
	defer c.mu.Unlock()
	select {
	case <-stopped:
	default:
		if c.pendingCount == 0 && time.Since(c.lastCommit) < c.idle {
			return
		}
		if _, _, err := c.commit(); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
	}
}

// close waits for a running commit and prevents further ones: it does not release c.mu.
func (c *chain) close() {
	c.mu.Lock()
	c.stopIntervalMining()
}

func (c *chain) stopIntervalMining() {
	if c.stopInterval != nil {
		close(c.stopInterval)
		c.stopInterval = nil
	}
}
