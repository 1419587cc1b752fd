import type { Facts, HoldingFacts } from '../facts.ts'
import { formatCount, formatDuration } from '../inputs/format.ts'
import { saturate } from '../integers.ts'
import { type FactorReason, type FactorResult, toRawValue, UNKNOWN } from './factor-result.ts'

const DAY = 86_400

/** Maximum points for variety, and for time held. */
export const VARIETY_POINTS = 2_500
export const TIME_POINTS = 2_000
/** Number of collections, and of days, that gives half of these points. */
export const HALF_COLLECTIONS = 2
export const HALF_DAYS = 60

/**
 * Judges the factor of the variety and age of the collections held. NFTs that the wallet minted
 * itself do not count. Unknown without holdings, or when they could not be read.
 */
export function judgeNftHoldings(facts: Facts): FactorResult {
  const holdings = (facts.holdings ?? []).filter((holding) => !holding.isSelfMinted)
  if (holdings.length === 0) return UNKNOWN
  const reasons = [
    buildVarietyReason(holdings),
    buildTimeHeldReason(holdings, facts.asOfSeconds),
  ].filter((reason) => reason.points > 0)
  const points = reasons.reduce((sum, reason) => sum + reason.points, 0)
  const dataShare = saturate(holdings.length, 1)
  return { raw: toRawValue(points), dataShare, reasons, improve: [], flags: [] }
}

function buildVarietyReason(holdings: HoldingFacts[]): FactorReason {
  return {
    code: 'collections_held',
    headline: () => 'Holds NFTs',
    text: () => `It holds NFTs of ${formatCount(holdings.length, 'collection')}`,
    points: computePoints(VARIETY_POINTS, holdings.length, HALF_COLLECTIONS),
    evidence: { kind: 'holdings' },
  }
}

function buildTimeHeldReason(holdings: HoldingFacts[], asOfSeconds: number): FactorReason {
  const times = holdings.map((holding) => holding.firstDepositSeconds ?? asOfSeconds)
  const days = Math.max(0, Math.floor((asOfSeconds - Math.min(...times)) / DAY))
  return {
    code: 'time_held',
    headline: () => `Has held NFTs for ${formatDuration(days)}`,
    text: () => `It has held a collection for ${formatDuration(days)}`,
    points: computePoints(TIME_POINTS, days, HALF_DAYS),
    evidence: { kind: 'holdings' },
  }
}

function computePoints(most: number, amount: number, half: number): number {
  return Math.floor((most * amount) / (amount + half))
}
