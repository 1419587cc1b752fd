import type { AttackAttempt } from './attempt.ts'
import { type Choices, isWithinTransferLimit, listNeighbours, type Strategy } from './strategy.ts'

type RunAttempt = (strategy: Strategy) => AttackAttempt
type IsBetter = (one: AttackAttempt, other: AttackAttempt) => boolean

/** Number of pseudo-random start strategies for each number of days. */
const STARTS = 14

/**
 * Returns every attempt of a hill climb: for each number of days, it changes one number at a time until the
 * goal is reached, and then minimizes the cost while it stays reached. Deterministic. The result is an upper
 * bound of the cost: a better search may find less.
 */
export function searchAttempts(
  goal: number,
  choices: Choices,
  attempt: RunAttempt,
): AttackAttempt[] {
  const attempts = new Map<string, AttackAttempt>()
  const runCached: RunAttempt = (strategy) => {
    const key = Object.values(strategy).join()
    const own = attempts.get(key) ?? attempt(strategy)
    attempts.set(key, own)
    return own
  }
  const runNeighbours = (from: Strategy) => listNeighbours(from, choices).map(runCached)
  const isHigher: IsBetter = (one, other) => other.score < goal && one.score > other.score
  const isCheaper: IsBetter = (one, other) => one.score >= goal && one.flow < other.flow
  let best: Strategy[] = []
  for (const days of choices.days) {
    const carried = best.map((strategy) => ({ ...strategy, days }))
    const starts = [...carried, ...createRandomStarts(days, choices)].filter(isWithinTransferLimit)
    const tops = starts.map((start) => hillClimb(runCached(start), isHigher, runNeighbours))
    const lows = tops.filter(({ score }) => score >= goal)
    const ends = lows.map((top) => hillClimb(top, isCheaper, runNeighbours))
    best = [findHighest(tops), ...ends.slice(0, 1)].map(({ strategy }) => strategy)
  }
  return [...attempts.values()]
}

/** Moves to the best neighbour until none is better. */
function hillClimb(
  start: AttackAttempt,
  isBetter: IsBetter,
  nextTo: (from: Strategy) => AttackAttempt[],
): AttackAttempt {
  const best = nextTo(start.strategy).reduce(
    (found, next) => (isBetter(next, found) ? next : found),
    start,
  )
  return best === start ? start : hillClimb(best, isBetter, nextTo)
}

function findHighest(attempts: readonly AttackAttempt[]): AttackAttempt {
  return attempts.reduce((best, next) => (next.score > best.score ? next : best))
}

function createRandomStarts(days: number, choices: Choices): Strategy[] {
  const names = Object.keys(choices) as (keyof Strategy)[]
  return Array.from({ length: STARTS }, (_, start) => {
    const drawn = names.map((name, position) => {
      const values = choices[name]
      return [name, values[pseudoRandomInt(start, position) % values.length]] as const
    })
    return { ...(Object.fromEntries(drawn) as unknown as Strategy), days }
  })
}

/** Returns a deterministic pseudo-random integer. Source: the final mix of MurmurHash3. */
function pseudoRandomInt(start: number, position: number): number {
  let mixed = Math.imul(start * 101 + position + 1, 0x9e3779b1)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b)
  return (mixed ^ (mixed >>> 13)) >>> 8
}
