import { FACTOR_UNIT } from '@app/values/factor.ts'
import { VOTES_REQUIRED } from '@app/values/limits.ts'
import type { CommunityFacts, WalletCountAndWeight } from '../facts.ts'
import { capitalize, describeCount, describeNumber } from '../inputs/describe-numbers.ts'
import { saturate, scaleBy } from '../integers.ts'
import type { CommunityReasonCode } from '../judgement.ts'
import { SCORE_RULES, type ScoreRules } from '../version.ts'
import {
  type FactorImprovement,
  type FactorReason,
  type FactorResult,
  type FactorRules,
  type Found,
  toRawValue,
  UNKNOWN,
} from './factor-rules.ts'

/**
 * Weight of one visitor, and of one decision by vote; a logged-in wallet of score 100 has the
 * weight `FACTOR_UNIT`.
 */
export const VISITOR_WEIGHT = FACTOR_UNIT / 20
const VOTE_WEIGHT = VOTES_REQUIRED * FACTOR_UNIT
/** Weight on the prevailing side at which the data share is one half. */
const HALF_DATA_WEIGHT = 2 * FACTOR_UNIT

/**
 * Judges the factor of reports, vouches and decisions by vote; unknown while there are none. Only
 * the prevailing side counts towards the data share, so that a vouch never lowers the factor and a
 * report never raises it.
 */
export function judgeCommunitySignals(
  community: CommunityFacts | null,
  rules: CommunityRules = SCORE_RULES.current,
): FactorResult {
  if (community === null) return UNKNOWN
  const reasons = listRows(rules).map((row) => buildReason(row, community))
  const sum = sumPoints(reasons)
  const raw = toRawValue(sum)
  const weight = sum < 0 ? sumWeightAgainst(community, rules) : sumWeightFor(community)
  return {
    raw,
    dataShare: saturate(weight, HALF_DATA_WEIGHT),
    reasons: reasons.filter(({ points }) => points !== 0),
    improve: listImprovements(reasons, raw),
    flags: listFlags(community),
  }
}

type CommunityRules = Pick<ScoreRules, 'countsDeniedAppeals'>

function buildReason(row: CommunityRow, community: CommunityFacts): FactorReason {
  return {
    code: row.code,
    headline: () => row.headline,
    text: () => row.describe(community),
    points: scaleBy(
      saturate(row.selectAmount(community), row.halfAmount * row.unit),
      row.maxPoints,
    ),
    evidence: { kind: 'reports', row: row.code },
  }
}

function sumPoints(reasons: readonly FactorReason[]): number {
  return reasons.reduce((sum, { points }) => sum + points, 0)
}

function sumWeightAgainst(
  { visitorReports, reports, trustedReports, ...decided }: CommunityFacts,
  { countsDeniedAppeals }: CommunityRules,
): number {
  const votes = decided.freezes + (countsDeniedAppeals ? decided.appealsDenied : 0)
  return (
    visitorReports * VISITOR_WEIGHT + reports.weight + trustedReports.weight + votes * VOTE_WEIGHT
  )
}

function sumWeightFor({ vouches, trustedVouches }: CommunityFacts): number {
  return vouches.weight + trustedVouches.weight
}

/** Lists the gain of an appeal that cancels every negative reason. */
function listImprovements(reasons: readonly FactorReason[], raw: number): FactorImprovement[] {
  const cleared = toRawValue(sumPoints(reasons.filter(({ points }) => points > 0)))
  const text = 'Appeal: an upheld appeal cancels the reports and the freeze of its case'
  return cleared === raw ? [] : [{ code: 'appeal', text, points: cleared - raw }]
}

function listFlags({ freezes, appealsUpheld }: CommunityFacts): string[] {
  const flags: string[] = []
  if (freezes > 0) flags.push('A freeze was decided by vote')
  if (appealsUpheld > 0) flags.push('An appeal was upheld')
  return flags
}

/** A row of the community points: `maxPoints` × amount / (amount + `halfAmount`). */
interface CommunityRow {
  code: CommunityReasonCode
  /** What its reason suggests. */
  headline: string
  /** Asymptotic maximum of the points; signed, in units of 1/10,000 of the factor. */
  maxPoints: number
  /** Amount, in `unit`s, that gives half of `maxPoints`. */
  halfAmount: number
  unit: number
  /** What is counted; the weight of a wallet is its score / 100. */
  amountLabel: string
  selectAmount: (community: CommunityFacts) => number
  describe: (community: CommunityFacts) => string
}

/**
 * Accounts are nearly free, so reports by visitors and NORMAL wallets have little weight in any
 * number: together they leave the factor at 0.4 or more. One freeze by vote weighs more than any
 * number of reports, and vouches alone keep the factor below 0.8.
 */
const COMMUNITY_ROWS: readonly CommunityRow[] = [
  {
    code: 'visitor_reports',
    headline: 'Reported by visitors',
    maxPoints: -500,
    halfAmount: 20,
    unit: 1,
    amountLabel: 'visitors who report it',
    selectAmount: ({ visitorReports }) => visitorReports,
    describe: ({ visitorReports }) => `Reported by ${describeCount(visitorReports, 'visitor')}`,
  },
  {
    code: 'reports',
    headline: 'Reported by other wallets',
    maxPoints: -500,
    halfAmount: 5,
    unit: FACTOR_UNIT,
    amountLabel: 'the weight of NORMAL wallets that report it',
    selectAmount: ({ reports }) => reports.weight,
    describe: ({ reports }) => `Reported by ${formatWallets('NORMAL', reports)}`,
  },
  {
    code: 'trusted_reports',
    headline: 'Reported by trusted wallets',
    maxPoints: -3_000,
    halfAmount: 2,
    unit: FACTOR_UNIT,
    amountLabel: 'the weight of TRUSTED wallets that report it',
    selectAmount: ({ trustedReports }) => trustedReports.weight,
    describe: ({ trustedReports }) => `Reported by ${formatWallets('TRUSTED', trustedReports)}`,
  },
  {
    code: 'freezes',
    headline: 'Frozen by a vote of the community',
    maxPoints: -5_000,
    halfAmount: 0.25,
    unit: 1,
    amountLabel: 'freezes decided by vote',
    selectAmount: ({ freezes }) => freezes,
    describe: ({ freezes }) =>
      `The community decided on ${describeCount(freezes, 'freeze')} by vote`,
  },
  {
    code: 'vouches',
    headline: 'Other wallets vouch for it',
    maxPoints: 500,
    halfAmount: 5,
    unit: FACTOR_UNIT,
    amountLabel: 'the weight of NORMAL wallets that vouch for it',
    selectAmount: ({ vouches }) => vouches.weight,
    describe: ({ vouches }) => `Vouched for by ${formatWallets('NORMAL', vouches)}`,
  },
  {
    code: 'trusted_vouches',
    headline: 'Trusted wallets vouch for it',
    maxPoints: 2_500,
    halfAmount: 2,
    unit: FACTOR_UNIT,
    amountLabel: 'the weight of TRUSTED wallets that vouch for it',
    selectAmount: ({ trustedVouches }) => trustedVouches.weight,
    describe: ({ trustedVouches }) => `Vouched for by ${formatWallets('TRUSTED', trustedVouches)}`,
  },
]

/** A row of version 1.3.0: who did not find enough votes against an accusation is not guilty for that. */
const DENIED_APPEALS: CommunityRow = {
  code: 'appeals_denied',
  headline: 'The community denied its appeal',
  maxPoints: -5_000,
  halfAmount: 1,
  unit: 1,
  amountLabel: 'appeals that were denied',
  selectAmount: ({ appealsDenied }) => appealsDenied,
  describe: ({ appealsDenied }) => `The community denied ${describeCount(appealsDenied, 'appeal')}`,
}

/** In their order: where reasons are rounded, it decides between equal ones. */
const ROWS_WITH_DENIED_APPEALS = COMMUNITY_ROWS.flatMap((row) =>
  row.code === 'freezes' ? [row, DENIED_APPEALS] : [row],
)

const listRows = ({ countsDeniedAppeals }: CommunityRules): readonly CommunityRow[] =>
  countsDeniedAppeals ? ROWS_WITH_DENIED_APPEALS : COMMUNITY_ROWS

function formatWallets(level: string, { wallets, weight }: WalletCountAndWeight): string {
  return `${describeCount(wallets, `${level} wallet`)}, of weight ${describeNumber(weight / FACTOR_UNIT)} in all`
}

function describeCommunity({ facts: { community }, rules, strongest }: Found): string {
  if (strongest !== undefined) return strongest
  if (community !== null && community.appealsUpheld > 0) return 'Its appeal was upheld'
  const isDenied = community !== null && community.appealsDenied > 0
  return isDenied && !rules.countsDeniedAppeals
    ? 'An appeal was denied, which counts for nothing'
    : 'No reports or decisions'
}

export const COMMUNITY_SIGNALS: FactorRules = {
  judge: ({ community }, _, rules) => judgeCommunitySignals(community, rules),
  describeFinding: describeCommunity,
  signals: COMMUNITY_ROWS.map(({ code, amountLabel, halfAmount, maxPoints }) => ({
    code,
    rule: `${capitalize(amountLabel)}; half of the points come with ${halfAmount}`,
    worst: Math.min(0, maxPoints),
    best: Math.max(0, maxPoints),
  })),
}
