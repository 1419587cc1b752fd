import type { Attempt } from './attempt.ts'
import { capitalOf } from './capital.ts'

/** The cheapest attempt that reaches the goal within so many days, and the highest score within them. */
export interface Within {
  days: number
  /** `null` when nothing that was tried reached the goal. */
  cheapest: Attempt | null
  /** FLOW that must be at hand for it; it comes back. */
  capital: number
  bestScore: number
}

/** What each waiting time buys. More time never costs more, because it includes all that takes less. */
export function frontierOf(
  attempts: readonly Attempt[],
  goal: number,
  waits: readonly number[],
): Within[] {
  return waits.map((days) => {
    const inTime = attempts.filter((attempt) => attempt.days <= days)
    const reaching = inTime.filter(({ score }) => score >= goal)
    const cheapest = reaching.reduce<Attempt | null>(cheaperOf, null)
    return {
      days,
      cheapest,
      capital: cheapest === null ? 0 : capitalOf(cheapest.strategy),
      bestScore: inTime.reduce((best, { score }) => Math.max(best, score), 0),
    }
  })
}

function cheaperOf(best: Attempt | null, next: Attempt): Attempt {
  if (best === null || next.flow < best.flow) return next
  return next.flow === best.flow && next.days < best.days ? next : best
}
