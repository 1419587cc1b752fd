import type { Clock } from '../http/clock.ts'

export interface FakeClock extends Clock {
  /** Every requested wait in milliseconds; none takes real time. */
  sleepsMs: number[]
}

/** A clock that advances only by the requested waits, and whose random number is always 0.5. */
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
