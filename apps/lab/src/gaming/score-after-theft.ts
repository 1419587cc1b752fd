import { computeCommunityFacts } from '@app/score/community/compute-community-facts.ts'
import type { Facts } from '@app/score/facts.ts'
import { judgeInNumbers } from '@app/score/judge.ts'
import { buildFacts, simulateAttempt } from './attempt.ts'
import {
  buildPreparationTransfers,
  buildTheftTransfers,
  formatOwnAccountName,
} from './build-transfers.ts'
import type { Prices } from './prices.ts'
import type { Strategy } from './strategy.ts'

const VICTIMS = [1, 2, 5, 10, 20, 50, 100] as const
const SLOW_EXIT_DAYS = 30
const UNPREPARED = { collections: 0, vouchers: 0 }
const REPORTERS = 10

/** Scores of a wallet after a theft from `victims` accounts. */
export interface ScoreAfterTheft {
  victims: number
  /** The same theft by an unprepared wallet. */
  unprepared: number
  /** The loot leaves within the hour, to a fresh account. */
  emptiedAtOnce: number
  /** The loot leaves over a month, to accounts that were paid before. */
  passedOnSlowly: number
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
      buildFacts(
        buildTheftTransfers({ ...strategy, ...atOnce }, { victims, flowPerVictim }),
        UNPREPARED,
      ),
    ),
    emptiedAtOnce: scoreAfter(victims, atOnce),
    passedOnSlowly: scoreAfter(victims, { passOnDays: SLOW_EXIT_DAYS, passOnToPayees: 1 }),
  }))
}

/** Scores of a prepared wallet by facts that its owner cannot control. */
export interface ExternalFactScores {
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

/** Computes the score of the same wallet with facts that a scammer cannot buy or wait for. */
export function computeExternalFactScores(strategy: Strategy): ExternalFactScores {
  const prepared = buildPreparationTransfers(strategy)
  const facts = buildFacts(prepared, strategy)
  const payer = new Set([formatOwnAccountName(strategy, 'payer', 0)])
  return {
    asPrepared: computeScore(facts),
    createdEarly: computeScore({
      ...facts,
      age: { creationIndex: 1, accountCount: 1_000, createdSeconds: null },
    }),
    paidByListed: computeScore(buildFacts(prepared, strategy, payer)),
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
