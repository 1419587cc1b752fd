import type { StageState } from './stage.ts'

/** A stage's latest state, and since when it has been in trouble. */
export interface StageStatusEntry extends StageState {
  sinceMs: number
}

/** The stages of this process, as they last reported. */
export interface StageStatusRegistry {
  report(state: StageState): void
  entries(): StageStatusEntry[]
}

/** `now` tells Unix milliseconds. */
export function createStageStatusRegistry(now: () => number = Date.now): StageStatusRegistry {
  const entries = new Map<string, StageStatusEntry>()
  return {
    report: (state) => {
      const before = entries.get(state.name)
      const isSame = before !== undefined && isUnhealthy(before) === isUnhealthy(state)
      entries.set(state.name, { ...state, sinceMs: isSame ? before.sinceMs : now() })
    },
    entries: () => [...entries.values()],
  }
}

export const isUnhealthy = ({ status }: StageState): boolean =>
  status === 'retrying' || status === 'failed'
