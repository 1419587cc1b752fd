import { SCORE_VERSION } from '@app/score/version.ts'
import { SUSPECTED_BELOW, TRUSTED_FROM } from '@app/values/risk-level.ts'
import { simulateAttempt } from './attempt.ts'
import type { Theft } from './build-transfers.ts'
import { type CheapestAttack, findCheapestAttacks } from './cheapest-attacks.ts'
import { buildPrices, type Prices } from './prices.ts'
import {
  computeExternalFactScores,
  computeScoresAfterTheft,
  type ExternalFactScores,
  type ScoreAfterTheft,
} from './score-after-theft.ts'
import { searchAttempts } from './search-attempts.ts'
import { PREPARATION_CHOICES, THEFT_CHOICES } from './strategy.ts'

const WAIT_DAYS = [7, 14, 30, 60, 90, 120, 180, 365, 730] as const

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
