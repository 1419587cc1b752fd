import type { Clock } from '../http/clock.ts'

export interface FakeClock extends Clock {
  /** Every wait asked for, in milliseconds; none took time. */
  sleepsMs: number[]
}

/** A pace whose clock moves only by the waits asked for, and whose chance is always one half. */
export function createFakeClock(): FakeClock {
  const sleepsMs: number[] = []
  let nowMs = 0
  return {
    sleepsMs,
    nowMs: () => nowMs,
    sleep: (ms) => {
      sleepsMs.push(ms)
      nowMs += ms
      return Promise.resolve()
    },
    random: () => 0.5,
  }
}
