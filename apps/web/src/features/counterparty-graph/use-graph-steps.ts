import { navigate, useLocation } from '../../lib/router/location.ts'
import { type GraphStep, readGraphSteps, writeGraphSteps } from './graph-steps.ts'

export interface GraphSteps {
  /** Null while the graph is closed. */
  steps: readonly GraphStep[] | null
  add(step: GraphStep): void
  undo(): void
}

/** The steps that led to the graph. They are in the URL, so that its address can be shared. */
export function useGraphSteps(): GraphSteps {
  const { pathname, search, hash } = useLocation()
  const steps = readGraphSteps(search)
  const set = (next: readonly GraphStep[]) =>
    navigate(`${pathname}${writeGraphSteps(search, next)}${hash}`)
  return {
    steps,
    add: (step) => set([...(steps ?? []), step]),
    undo: () => set(steps?.slice(0, -1) ?? []),
  }
}
