import { FACTOR_UNIT } from '@app/values/factor.ts'
import type { CommunityFacts, CrowdFacts } from '../facts.ts'
import { counted, plain } from '../inputs/say.ts'

/** A line of the list of points: `most` × amount / (amount + `half`). */
export interface CommunityRow {
  code: string
  /** No amount reaches so many points; signed, in units of 1/10,000 of the factor. */
  most: number
  /** Half of them come with this amount, in `unit`s. */
  half: number
  unit: number
  /** What is counted; the weight of a wallet is its score, 100 as one. */
  counts: string
  amountOf: (community: CommunityFacts) => number
  say: (community: CommunityFacts) => string
}

/**
 * Accounts cost next to nothing, so the word of visitors and of NORMAL wallets counts for little, however
 * many they are: together they leave 0.4. One freeze by vote weighs more than all reports that there could
 * be, and vouches alone end below 0.8.
 */
export const COMMUNITY_ROWS: readonly CommunityRow[] = [
  {
    code: 'visitor_reports',
    most: -500,
    half: 20,
    unit: 1,
    counts: 'visitors who report it',
    amountOf: ({ visitorReports }) => visitorReports,
    say: ({ visitorReports }) => `Reported by ${counted(visitorReports, 'visitor')}`,
  },
  {
    code: 'reports',
    most: -500,
    half: 5,
    unit: FACTOR_UNIT,
    counts: 'the weight of NORMAL wallets that report it',
    amountOf: ({ reports }) => reports.weight,
    say: ({ reports }) => `Reported by ${crowd('NORMAL', reports)}`,
  },
  {
    code: 'trusted_reports',
    most: -3_000,
    half: 2,
    unit: FACTOR_UNIT,
    counts: 'the weight of TRUSTED wallets that report it',
    amountOf: ({ trustedReports }) => trustedReports.weight,
    say: ({ trustedReports }) => `Reported by ${crowd('TRUSTED', trustedReports)}`,
  },
  {
    code: 'freezes',
    most: -5_000,
    half: 0.25,
    unit: 1,
    counts: 'freezes decided by vote',
    amountOf: ({ freezes }) => freezes,
    say: ({ freezes }) => `The community decided on ${counted(freezes, 'freeze')} by vote`,
  },
  {
    code: 'appeals_denied',
    most: -5_000,
    half: 1,
    unit: 1,
    counts: 'appeals that were denied',
    amountOf: ({ appealsDenied }) => appealsDenied,
    say: ({ appealsDenied }) => `The community denied ${counted(appealsDenied, 'appeal')}`,
  },
  {
    code: 'vouches',
    most: 500,
    half: 5,
    unit: FACTOR_UNIT,
    counts: 'the weight of NORMAL wallets that vouch for it',
    amountOf: ({ vouches }) => vouches.weight,
    say: ({ vouches }) => `Vouched for by ${crowd('NORMAL', vouches)}`,
  },
  {
    code: 'trusted_vouches',
    most: 2_500,
    half: 2,
    unit: FACTOR_UNIT,
    counts: 'the weight of TRUSTED wallets that vouch for it',
    amountOf: ({ trustedVouches }) => trustedVouches.weight,
    say: ({ trustedVouches }) => `Vouched for by ${crowd('TRUSTED', trustedVouches)}`,
  },
]

function crowd(level: string, { wallets, weight }: CrowdFacts): string {
  return `${counted(wallets, `${level} wallet`)}, of weight ${plain(weight / FACTOR_UNIT)} in all`
}
