import { communityFactsOf } from '@app/score/community/community-facts-of.ts'
import type { Facts } from '@app/score/facts.ts'
import { judge } from '@app/score/judge.ts'
import { attemptOf, factsOf } from './attempt.ts'
import type { Prices } from './prices.ts'
import type { Strategy } from './strategy.ts'
import { lootOf, ownAccount, preparationOf } from './transfers-of.ts'

const VICTIMS = [1, 2, 5, 10, 20, 50, 100] as const
const PATIENT_DAYS = 30
const UNPREPARED = { collections: 0, vouchers: 0 }
const REPORTERS = 10

/** Score of a prepared wallet after a theft from so many victims. */
export interface Aftermath {
  victims: number
  /** The same theft by a wallet that nobody prepared. */
  unprepared: number
  /** The loot leaves within the hour, to a fresh account. */
  emptiedAtOnce: number
  /** The loot leaves over a month, to accounts that were paid before. */
  passedOnSlowly: number
}

/** How long a reputation lasts when each victim loses as much as a prepared receipt was. */
export function aftermathOf(strategy: Strategy, prices: Prices): Aftermath[] {
  const flowAVictim = strategy.receiptFlow
  const scoreAfter = (victims: number, loot: Pick<Strategy, 'passOnDays' | 'passOnToPayees'>) =>
    attemptOf({ ...strategy, ...loot }, prices, { victims, flowAVictim }).score
  const atOnce = { passOnDays: 0, passOnToPayees: 0 }
  return VICTIMS.map((victims) => ({
    victims,
    unprepared: scoreOf(
      factsOf(lootOf({ ...strategy, ...atOnce }, { victims, flowAVictim }), UNPREPARED),
    ),
    emptiedAtOnce: scoreAfter(victims, atOnce),
    passedOnSlowly: scoreAfter(victims, { passOnDays: PATIENT_DAYS, passOnToPayees: 1 }),
  }))
}

/** Scores of a prepared wallet by facts that its holder has no hand in. */
export interface Unfakeable {
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

/** What cannot be bought or waited for, and how much it moves the same wallet. */
export function unfakeableOf(strategy: Strategy): Unfakeable {
  const prepared = preparationOf(strategy)
  const facts = factsOf(prepared, strategy)
  const payer = new Set([ownAccount(strategy, 'payer', 0)])
  return {
    asPrepared: scoreOf(facts),
    createdEarly: scoreOf({
      ...facts,
      age: { creationIndex: 1, accountCount: 1_000, createdSeconds: null },
    }),
    paidByListed: scoreOf(factsOf(prepared, strategy, payer)),
    reported: scoreOf({ ...facts, community: communityFactsOf(REPORTS, []) }),
    frozen: scoreOf({ ...facts, community: communityFactsOf([], [FREEZE]) }),
    listed: scoreOf({ ...facts, listing: { source: 'any', confidence: 1 } }),
  }
}

const REPORTS = Array.from({ length: REPORTERS }, () => ({
  says: 'report' as const,
  score: 80,
  caseId: null,
}))
const FREEZE = { caseId: 'any', kind: 'freeze' } as const

const scoreOf = (facts: Facts): number => judge(facts).score
