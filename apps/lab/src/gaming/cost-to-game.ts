import { SCORE_VERSION } from '@app/score/version.ts'
import { type Aftermath, aftermathOf, type Unfakeable, unfakeableOf } from './aftermath.ts'
import { attemptOf } from './attempt.ts'
import { frontierOf, type Within } from './frontier.ts'
import { type Prices, pricesWith } from './prices.ts'
import { search } from './search.ts'
import { PREPARATIONS, PREPARATIONS_FOR_THEFT } from './strategy.ts'
import type { Theft } from './transfers-of.ts'

const TRUSTED = 75
const UNSUSPICIOUS = 45
const WAITS = [7, 14, 30, 60, 90, 120, 180, 365, 730] as const

/** What it costs to make a scam wallet look well, and what that is worth afterwards. */
export interface CostToGame {
  version: string
  prices: Prices
  theft: Theft
  /** Ways to TRUSTED before any theft. */
  trusted: Within[]
  /** Ways to stay out of SUSPICIOUS after the theft. */
  unsuspicious: Within[]
  /** Of the cheapest wallet that reached TRUSTED; empty, or `null`, when none did. */
  aftermath: Aftermath[]
  unfakeable: Unfakeable | null
}

/** Simulates the scammer against the shipped engine. Deterministic. */
export function costToGame({ nftFlow, theft }: { nftFlow: number; theft: Theft }): CostToGame {
  const prices = pricesWith(nftFlow)
  const preparing = search(TRUSTED, PREPARATIONS, (one) => attemptOf(one, prices))
  const stealing = search(UNSUSPICIOUS, PREPARATIONS_FOR_THEFT, (one) =>
    attemptOf(one, prices, theft),
  )
  const trusted = frontierOf(preparing, TRUSTED, WAITS)
  const cheapest = trusted.at(-1)?.cheapest?.strategy
  return {
    version: SCORE_VERSION,
    prices,
    theft,
    trusted,
    unsuspicious: frontierOf(stealing, UNSUSPICIOUS, WAITS),
    aftermath: cheapest === undefined ? [] : aftermathOf(cheapest, prices),
    unfakeable: cheapest === undefined ? null : unfakeableOf(cheapest),
  }
}
