import type { EmulatorControl } from '../toolbox/emulator-control.ts'

/** The time of the chain. */
export interface Clock {
  /** Returns the Unix milliseconds of the chain's clock. */
  readNowMs(): Promise<number>
  /** Advances the clock and commits a block at the new time. */
  advance(byMs: number): Promise<void>
}

export function createClock(control: EmulatorControl): Clock {
  return {
    readNowMs: control.readNowMs,
    advance: async (byMs) => {
      await control.runClock((await control.readOffsetMs()) + byMs)
      await control.commitBlocks()
    },
  }
}
