import { SUSPECTED_BELOW, TRUSTED_FROM } from '@app/values/risk-level.ts'
import fc from 'fast-check'
import type { CommunityFacts, WalletCountAndWeight } from '../facts.ts'

/** Up to a hundred thousand wallets, with scores from `low` to `high`. */
const arbitraryWallets = (low: number, high: number): fc.Arbitrary<WalletCountAndWeight> =>
  fc
    .record({
      wallets: fc.oneof(fc.nat(5), fc.nat(100_000)),
      score: fc.integer({ min: low, max: high }),
    })
    .map(({ wallets, score }) => ({ wallets, weight: wallets * score * 100 }))

const smallCount = fc.nat(4)

/** Any community facts, often empty. */
export const arbitraryCommunity: fc.Arbitrary<CommunityFacts> = fc.record({
  visitorReports: fc.oneof(fc.constant(0), fc.nat(1_000_000)),
  reports: arbitraryWallets(SUSPECTED_BELOW, TRUSTED_FROM - 1),
  trustedReports: arbitraryWallets(TRUSTED_FROM, 100),
  vouches: arbitraryWallets(SUSPECTED_BELOW, TRUSTED_FROM - 1),
  trustedVouches: arbitraryWallets(TRUSTED_FROM, 100),
  freezes: smallCount,
  appealsDenied: smallCount,
  appealsUpheld: smallCount,
})
