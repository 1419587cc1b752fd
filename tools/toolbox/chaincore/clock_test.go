package chaincore

import (
	"testing"
	"time"
)

var noon = time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)

func newClockAtNoon() *MovableClock {
	clock := NewMovableClock()
	clock.realTime = func() time.Time { return noon }
	return clock
}

func TestClockRunsWithRealTimeAtFirst(t *testing.T) {
	if now := newClockAtNoon().Now(); !now.Equal(noon) {
		t.Fatalf("now is %s, not %s", now, noon)
	}
}

func TestClockRunsWithAnOffset(t *testing.T) {
	clock := newClockAtNoon()
	clock.RunWithOffset(-90 * 24 * time.Hour)
	if now, want := clock.Now(), noon.AddDate(0, 0, -90); !now.Equal(want) {
		t.Fatalf("now is %s, not %s", now, want)
	}
	if state := clock.State(); state.OffsetMs != -7_776_000_000 || state.Frozen {
		t.Fatalf("state is %+v", state)
	}
}

func TestFrozenClockStandsStillUntilItRunsAgain(t *testing.T) {
	clock := newClockAtNoon()
	moment := noon.Add(-time.Hour)
	clock.FreezeAt(moment)
	clock.realTime = func() time.Time { return noon.Add(time.Minute) }
	if state := clock.State(); !state.Now.Equal(moment) || !state.Frozen {
		t.Fatalf("state is %+v, want frozen at %s", state, moment)
	}
	clock.RunWithOffset(0)
	if now := clock.Now(); !now.Equal(noon.Add(time.Minute)) {
		t.Fatalf("now is %s", now)
	}
}
