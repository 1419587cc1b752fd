import type { Facts, HoldingFacts } from '../facts.ts'
import { capitalize, describeCount, describeDuration } from '../inputs/describe-numbers.ts'
import { saturate } from '../integers.ts'
import {
  type FactorReason,
  type FactorResult,
  type FactorRules,
  toRawValue,
  UNKNOWN,
} from './factor-rules.ts'

const DAY = 86_400

/** Maximum points for variety, and for time held. */
const VARIETY_POINTS = 2_500
const TIME_POINTS = 2_000
/** Number of collections, and of days, that gives half of these points. */
const HALF_COLLECTIONS = 2
const HALF_DAYS = 60

/**
 * Judges the factor of the variety and age of the collections held. NFTs that the wallet minted
 * itself do not count. Unknown without holdings, or when they could not be read.
 */
export function judgeNftHoldings(facts: Facts): FactorResult {
  const holdings = listForeign(facts.holdings ?? [])
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
    text: () => `It holds NFTs of ${describeCount(holdings.length, 'collection')}`,
    points: computePoints(VARIETY_POINTS, holdings.length, HALF_COLLECTIONS),
    evidence: { kind: 'holdings' },
  }
}

function buildTimeHeldReason(holdings: HoldingFacts[], asOfSeconds: number): FactorReason {
  const days = countDaysHeld(holdings, asOfSeconds)
  return {
    code: 'time_held',
    headline: () => `Has held NFTs for ${describeDuration(days)}`,
    text: () => `It has held a collection for ${describeDuration(days)}`,
    points: computePoints(TIME_POINTS, days, HALF_DAYS),
    evidence: { kind: 'holdings' },
  }
}

function computePoints(most: number, amount: number, half: number): number {
  return Math.floor((most * amount) / (amount + half))
}

const listForeign = (holdings: readonly HoldingFacts[]) =>
  holdings.filter(({ isSelfMinted }) => !isSelfMinted)

/** Counts the days since the first deposit of the oldest collection. */
function countDaysHeld(holdings: readonly HoldingFacts[], asOfSeconds: number): number {
  const times = holdings.map(({ firstDepositSeconds }) => firstDepositSeconds ?? asOfSeconds)
  return Math.max(0, Math.floor((asOfSeconds - Math.min(...times)) / DAY))
}

function describeHoldings({ holdings, asOfSeconds }: Facts): string {
  if (holdings === null) return 'Not read yet'
  const foreign = listForeign(holdings)
  if (foreign.length === 0)
    return holdings.length === 0 ? 'None held' : 'Only those it mints itself'
  const days = countDaysHeld(foreign, asOfSeconds)
  const held = capitalize(describeCount(foreign.length, 'collection'))
  return days < 1 ? held : `${held}, held for ${describeDuration(days)}`
}

export const NFT_HOLDINGS: FactorRules = {
  judge: judgeNftHoldings,
  describeFinding: ({ facts }) => describeHoldings(facts),
  signals: [
    {
      code: 'collections_held',
      rule: `Collections held, without those that the wallet mints itself; half of the points come with ${HALF_COLLECTIONS}`,
      worst: 0,
      best: VARIETY_POINTS,
    },
    {
      code: 'time_held',
      rule: `Time that the oldest of them has been held; half of the points come with ${describeDuration(HALF_DAYS)}`,
      worst: 0,
      best: TIME_POINTS,
    },
  ],
}
