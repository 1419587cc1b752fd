import { computeCommunityFacts } from '@app/score/community/compute-community-facts.ts'
import type { Facts } from '@app/score/facts.ts'
import { judgeInNumbers } from '@app/score/judge.ts'
import { SCORE_VERSION } from '@app/score/version.ts'
import { SUSPECTED_BELOW, TRUSTED_FROM } from '@app/values/risk-level.ts'
import { buildPrices, buildStrategyFacts, type Prices, simulateAttempt } from './attempt.ts'
import {
  findCheapestAttacks,
  PREPARATION_CHOICES,
  searchAttempts,
  THEFT_CHOICES,
} from './search-attempts.ts'
import {
  buildPreparationTransfers,
  buildTheftTransfers,
  formatOwnAccountName,
  type Strategy,
  type Theft,
} from './strategy.ts'

const WAIT_DAYS = [7, 14, 30, 60, 90, 120, 180, 365, 730] as const

const VICTIMS = [1, 2, 5, 10, 20, 50, 100] as const

export type CostToGame = ReturnType<typeof simulateCostToGame>

/**
 * Simulates the scammer against the shipped engine: ways to TRUSTED before any theft, ways to stay out of SUSPICIOUS
 * after it, and what becomes of the cheapest wallet that reached TRUSTED, if any did. Deterministic.
 */
export function simulateCostToGame(nftFlow: number, theft: Theft) {
  const prices = buildPrices(nftFlow)
  const preparing = searchAttempts(TRUSTED_FROM, PREPARATION_CHOICES, (one) =>
    simulateAttempt(one, prices),
  )
  const stealing = searchAttempts(SUSPECTED_BELOW, THEFT_CHOICES, (one) =>
    simulateAttempt(one, prices, theft),
  )
  const trusted = findCheapestAttacks(preparing, TRUSTED_FROM, WAIT_DAYS)
  const cheapest = trusted.at(-1)?.cheapest?.strategy
  return {
    version: SCORE_VERSION,
    prices,
    theft,
    trusted,
    unsuspicious: findCheapestAttacks(stealing, SUSPECTED_BELOW, WAIT_DAYS),
    scoresAfterTheft: cheapest === undefined ? [] : computeScoresAfterTheft(cheapest, prices),
    externalFactScores: cheapest === undefined ? null : computeExternalFactScores(cheapest),
  }
}

/**
 * Computes the scores after a theft in which each victim loses the amount of one prepared receipt: by an unprepared
 * wallet; when the loot leaves within the hour, to a fresh account; or over a month, to accounts that were paid before.
 */
export function computeScoresAfterTheft(strategy: Strategy, prices: Prices) {
  const atOnce = { ...strategy, passOnDays: 0, passOnToPayees: 0 }
  const slowly = { ...strategy, passOnDays: 30, passOnToPayees: 1 }
  return VICTIMS.map((victims) => {
    const theft = { victims, flowPerVictim: strategy.receiptFlow }
    const stolen = buildTheftTransfers(atOnce, theft)
    return {
      victims,
      unprepared: computeScore(buildStrategyFacts(stolen, { collections: 0, vouchers: 0 })),
      emptiedAtOnce: simulateAttempt(atOnce, prices, theft).score,
      passedOnSlowly: simulateAttempt(slowly, prices, theft).score,
    }
  })
}

export function computeExternalFactScores(strategy: Strategy) {
  const prepared = buildPreparationTransfers(strategy)
  const facts = buildStrategyFacts(prepared, strategy)
  const payer = new Set([formatOwnAccountName(strategy, 'payer', 0)])
  return {
    asPrepared: computeScore(facts),
    createdEarly: computeScore({ ...facts, age: EARLY }),
    paidByListed: computeScore(buildStrategyFacts(prepared, strategy, payer)),
    reported: computeScore({ ...facts, community: computeCommunityFacts(REPORTS, []) }),
    frozen: computeScore({ ...facts, community: computeCommunityFacts([], [FREEZE]) }),
    listed: computeScore({ ...facts, listing: { source: 'any', confidence: 1 } }),
  }
}

const EARLY = { creationIndex: 1, accountCount: 1_000, createdSeconds: null }
const REPORTS = Array(10).fill({ kind: 'report', score: 80, caseId: null })
const FREEZE = { caseId: 'any', kind: 'freeze' } as const

const computeScore = (facts: Facts): number => judgeInNumbers(facts).score
