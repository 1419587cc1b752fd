import type { StageState } from './stage.ts'

/** A stage's latest state, and since when it has been unhealthy. */
export interface StageStatusEntry extends StageState {
  sinceMs: number
}

/** The latest reported states of the stages of this process. */
export interface StageStatusRegistry {
  report(state: StageState): void
  entries(): StageStatusEntry[]
}

/** `now` returns Unix milliseconds. */
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
