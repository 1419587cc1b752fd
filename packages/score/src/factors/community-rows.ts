import { FACTOR_UNIT } from '@app/values/factor.ts'
import type { CommunityFacts, WalletCountAndWeight } from '../facts.ts'
import { formatCount, formatNumber } from '../inputs/format.ts'
import type { CommunityReasonCode } from '../judgement.ts'

/** A row of the community points: `maxPoints` × amount / (amount + `halfAmount`). */
export interface CommunityRow {
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
export const COMMUNITY_ROWS: readonly CommunityRow[] = [
  {
    code: 'visitor_reports',
    headline: 'Reported by visitors',
    maxPoints: -500,
    halfAmount: 20,
    unit: 1,
    amountLabel: 'visitors who report it',
    selectAmount: ({ visitorReports }) => visitorReports,
    describe: ({ visitorReports }) => `Reported by ${formatCount(visitorReports, 'visitor')}`,
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
    describe: ({ freezes }) => `The community decided on ${formatCount(freezes, 'freeze')} by vote`,
  },
  {
    code: 'appeals_denied',
    headline: 'The community denied its appeal',
    maxPoints: -5_000,
    halfAmount: 1,
    unit: 1,
    amountLabel: 'appeals that were denied',
    selectAmount: ({ appealsDenied }) => appealsDenied,
    describe: ({ appealsDenied }) => `The community denied ${formatCount(appealsDenied, 'appeal')}`,
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

function formatWallets(level: string, { wallets, weight }: WalletCountAndWeight): string {
  return `${formatCount(wallets, `${level} wallet`)}, of weight ${formatNumber(weight / FACTOR_UNIT)} in all`
}
