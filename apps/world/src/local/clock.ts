import type { Control } from '../toolbox/control.ts'

/** The time of the chain. */
export interface Clock {
  /** Milliseconds since 1970. */
  nowMs(): Promise<number>
  /** Moves the time forward and commits a block there. */
  advance(byMs: number): Promise<void>
}

export function createClock(control: Control): Clock {
  return {
    nowMs: control.nowMs,
    advance: async (byMs) => {
      await control.run((await control.offsetMs()) + byMs)
      await control.commitBlocks()
    },
  }
}
