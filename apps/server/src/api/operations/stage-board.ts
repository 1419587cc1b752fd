import type { StageState } from '../../stage.ts'

/** A stage's latest state, and since when it has been in trouble. */
export interface BoardEntry extends StageState {
  sinceMs: number
}

/** The stages of this process, as they last reported. */
export interface StageBoard {
  report(state: StageState): void
  entries(): BoardEntry[]
}

/** `now` tells Unix milliseconds. */
export function createStageBoard(now: () => number = Date.now): StageBoard {
  const entries = new Map<string, BoardEntry>()
  return {
    report: (state) => {
      const before = entries.get(state.name)
      const isSame = before !== undefined && isTrouble(before) === isTrouble(state)
      entries.set(state.name, { ...state, sinceMs: isSame ? before.sinceMs : now() })
    },
    entries: () => [...entries.values()],
  }
}

export const isTrouble = ({ status }: StageState): boolean =>
  status === 'retrying' || status === 'failed'
