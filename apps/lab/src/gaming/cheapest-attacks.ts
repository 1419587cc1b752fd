import type { AttackAttempt } from './attempt.ts'
import { computeCapital } from './capital.ts'

/** The cheapest attempt that reaches the goal within `days`, and the highest score within that time. */
export interface CheapestAttack {
  days: number
  /** `null` when no attempt reached the goal. */
  cheapest: AttackAttempt | null
  /** FLOW that must be available for it, and is returned. */
  capital: number
  bestScore: number
}

/** Finds the cheapest attempt for each waiting time. More time never costs more, because it includes all shorter attempts. */
export function findCheapestAttacks(
  attempts: readonly AttackAttempt[],
  goal: number,
  waits: readonly number[],
): CheapestAttack[] {
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
