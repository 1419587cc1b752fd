import type { Pace } from '../http/pace.ts'

export interface RecordedPace extends Pace {
  /** Every wait asked for, in milliseconds; none took time. */
  waits: number[]
}

/** A pace whose clock moves only by the waits asked for, and whose chance is always one half. */
export function recordedPace(): RecordedPace {
  const waits: number[] = []
  let nowMs = 0
  return {
    waits,
    nowMs: () => nowMs,
    sleep: (ms) => {
      waits.push(ms)
      nowMs += ms
      return Promise.resolve()
    },
    random: () => 0.5,
  }
}
