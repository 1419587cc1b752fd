import type { EmulatorControl } from '../toolbox/emulator-control.ts'

/** The time of the chain. */
export interface Clock {
  /** Milliseconds since 1970. */
  readNowMs(): Promise<number>
  /** Moves the time forward and commits a block there. */
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
