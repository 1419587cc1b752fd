import { type AttackAttempt, computeCapital } from './attempt.ts'
import type { Strategy } from './strategy.ts'

/** The values that a search may try for each number of a strategy. */
export type Choices = { readonly [Name in keyof Strategy]: readonly number[] }

/** The choices before a theft. Amounts do not matter: only ratios are scored. */
export const PREPARATION_CHOICES: Choices = {
  days: [1, 3, 7, 14, 30, 60, 90, 105, 120, 150, 180, 270, 365, 730],
  intervalDays: [0.25, 0.5, 1, 2, 3, 4, 5, 7, 10, 14, 30],
  payers: [1, 2, 3, 5, 8],
  payees: [1, 2, 3, 5, 8, 12],
  inCircles: [0, 1],
  paymentsPerReceipt: [0.25, 0.5, 1, 2, 4],
  keptShare: [0, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99],
  holdDays: [0, 1, 3, 7, 30],
  collections: [0, 1, 2, 3, 5, 8],
  vouchers: [0, 5, 20, 50],
  receiptFlow: [0.01],
  passOnDays: [0],
  passOnToPayees: [0],
}

/** The choices for a wallet that should still have a good score after a theft. */
export const THEFT_CHOICES: Choices = {
  ...PREPARATION_CHOICES,
  days: [1, 3, 7, 14, 30, 60, 90, 180],
  receiptFlow: [0.01, 1, 10, 100],
  passOnDays: [0, 7, 30, 90],
  passOnToPayees: [0, 1],
}

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
  let best: AttackAttempt[] = []
  for (const days of choices.days) {
    const carried = best.map(({ strategy }) => ({ ...strategy, days }))
    const starts = [...carried, ...createRandomStarts(days, choices)].filter(isWithinTransferLimit)
    const tops = starts.map((start) => hillClimb(runCached(start), isHigher, runNeighbours))
    const reaching = tops.filter(({ score }) => score >= goal)
    const ends = reaching.map((top) => hillClimb(top, isCheaper, runNeighbours))
    const highest = tops.reduce((found, next) => (next.score > found.score ? next : found))
    best = [highest, ...ends.slice(0, 1)]
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

/** Returns every strategy that differs in one number other than `days`. */
export function listNeighbours(strategy: Strategy, choices: Choices): Strategy[] {
  const names = Object.keys(choices) as (keyof Strategy)[]
  return names
    .filter((name) => name !== 'days')
    .flatMap((name) =>
      choices[name]
        .filter((value) => value !== strategy[name])
        .map((value) => ({ ...strategy, [name]: value })),
    )
    .filter(isWithinTransferLimit)
}

/** Maximum number of transfers of a strategy in the search. */
const MAX_TRANSFERS = 1_500

const isWithinTransferLimit = ({ days, intervalDays, paymentsPerReceipt }: Strategy): boolean =>
  (days / intervalDays + 1) * (1 + paymentsPerReceipt) <= MAX_TRANSFERS

export type CheapestAttack = ReturnType<typeof findCheapestAttacks>[number]

/**
 * Finds for each waiting time the cheapest attempt that reaches the goal, if any, and the FLOW that must be available
 * for it and is returned. More time never costs more, because it includes all shorter attempts.
 */
export function findCheapestAttacks(
  attempts: readonly AttackAttempt[],
  goal: number,
  waits: readonly number[],
) {
  return waits.map((days) => {
    const inTime = attempts.filter((attempt) => attempt.days <= days)
    const reaching = inTime.filter(({ score }) => score >= goal)
    const cheapest = reaching.reduce<AttackAttempt | null>(selectCheaper, null)
    return {
      days,
      cheapest,
      capital: cheapest === null ? 0 : computeCapital(cheapest.strategy),
      bestScore: inTime.reduce((best, { score }) => Math.max(best, score), 0),
    }
  })
}

function selectCheaper(best: AttackAttempt | null, next: AttackAttempt): AttackAttempt {
  if (best === null || next.flow < best.flow) return next
  return next.flow === best.flow && next.days < best.days ? next : best
}
