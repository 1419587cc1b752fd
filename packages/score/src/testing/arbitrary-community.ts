import fc from 'fast-check'
import type { CommunityFacts, WeightedWallets } from '../facts.ts'

/** Up to a hundred thousand wallets, with scores from `low` to `high`. */
const arbitraryWallets = (low: number, high: number): fc.Arbitrary<WeightedWallets> =>
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
  reports: arbitraryWallets(45, 74),
  trustedReports: arbitraryWallets(75, 100),
  vouches: arbitraryWallets(45, 74),
  trustedVouches: arbitraryWallets(75, 100),
  freezes: smallCount,
  appealsDenied: smallCount,
  appealsUpheld: smallCount,
})
