import { computeCommunityFacts } from '@app/score/community/compute-community-facts.ts'
import type { Facts } from '@app/score/facts.ts'
import { judgeInNumbers } from '@app/score/judge.ts'
import { SCORE_VERSION } from '@app/score/version.ts'
import { SUSPECTED_BELOW, TRUSTED_FROM } from '@app/values/risk-level.ts'
import { buildPrices, buildStrategyFacts, type Prices, simulateAttempt } from './attempt.ts'
import {
  type CheapestAttack,
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

/** The cost of a good score for a scam wallet, and the score after its theft. */
export interface CostToGame {
  version: string
  prices: Prices
  theft: Theft
  /** Ways to TRUSTED before any theft. */
  trusted: CheapestAttack[]
  /** Ways to stay out of SUSPICIOUS after the theft. */
  unsuspicious: CheapestAttack[]
  /** Of the cheapest wallet that reached TRUSTED; empty if none did. */
  scoresAfterTheft: ScoreAfterTheft[]
  /** Of the same wallet; `null` if none reached TRUSTED. */
  externalFactScores: ExternalFactScores | null
}

/** Scores of a wallet after a theft from `victims` accounts. */
interface ScoreAfterTheft {
  victims: number
  /** The same theft by an unprepared wallet. */
  unprepared: number
  /** The loot leaves within the hour, to a fresh account. */
  emptiedAtOnce: number
  /** The loot leaves over a month, to accounts that were paid before. */
  passedOnSlowly: number
}

/** Scores of a prepared wallet by facts that its owner cannot control. */
interface ExternalFactScores {
  asPrepared: number
  /** Among the first tenth of all accounts. */
  createdEarly: number
  /** One of the accounts that pay it is on the scam list. */
  paidByListed: number
  /** Ten TRUSTED wallets report it. */
  reported: number
  /** A freeze was decided by vote. */
  frozen: number
  /** It is on the list itself. */
  listed: number
}

const WAIT_DAYS = [7, 14, 30, 60, 90, 120, 180, 365, 730] as const

const VICTIMS = [1, 2, 5, 10, 20, 50, 100] as const
const SLOW_EXIT_DAYS = 30
const UNPREPARED = { collections: 0, vouchers: 0 }
const REPORTERS = 10

/** Simulates the scammer against the shipped engine. Deterministic. */
export function simulateCostToGame({
  nftFlow,
  theft,
}: {
  nftFlow: number
  theft: Theft
}): CostToGame {
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
 * Computes the scores after a theft in which each victim loses the amount of one prepared receipt.
 */
export function computeScoresAfterTheft(strategy: Strategy, prices: Prices): ScoreAfterTheft[] {
  const flowPerVictim = strategy.receiptFlow
  const scoreAfter = (victims: number, loot: Pick<Strategy, 'passOnDays' | 'passOnToPayees'>) =>
    simulateAttempt({ ...strategy, ...loot }, prices, { victims, flowPerVictim }).score
  const atOnce = { passOnDays: 0, passOnToPayees: 0 }
  return VICTIMS.map((victims) => ({
    victims,
    unprepared: computeScore(
      buildStrategyFacts(
        buildTheftTransfers({ ...strategy, ...atOnce }, { victims, flowPerVictim }),
        UNPREPARED,
      ),
    ),
    emptiedAtOnce: scoreAfter(victims, atOnce),
    passedOnSlowly: scoreAfter(victims, { passOnDays: SLOW_EXIT_DAYS, passOnToPayees: 1 }),
  }))
}

/** Computes the score of the same wallet with facts that a scammer cannot buy or wait for. */
export function computeExternalFactScores(strategy: Strategy): ExternalFactScores {
  const prepared = buildPreparationTransfers(strategy)
  const facts = buildStrategyFacts(prepared, strategy)
  const payer = new Set([formatOwnAccountName(strategy, 'payer', 0)])
  return {
    asPrepared: computeScore(facts),
    createdEarly: computeScore({
      ...facts,
      age: { creationIndex: 1, accountCount: 1_000, createdSeconds: null },
    }),
    paidByListed: computeScore(buildStrategyFacts(prepared, strategy, payer)),
    reported: computeScore({ ...facts, community: computeCommunityFacts(REPORTS, []) }),
    frozen: computeScore({ ...facts, community: computeCommunityFacts([], [FREEZE]) }),
    listed: computeScore({ ...facts, listing: { source: 'any', confidence: 1 } }),
  }
}

const REPORTS = Array.from({ length: REPORTERS }, () => ({
  kind: 'report' as const,
  score: 80,
  caseId: null,
}))
const FREEZE = { caseId: 'any', kind: 'freeze' } as const

const computeScore = (facts: Facts): number => judgeInNumbers(facts).score
