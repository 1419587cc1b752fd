import fc from 'fast-check'
import type { CommunityFacts, CrowdFacts } from '../facts.ts'

/** Up to a hundred thousand wallets, with scores from `low` to `high`. */
const crowd = (low: number, high: number): fc.Arbitrary<CrowdFacts> =>
  fc
    .record({
      wallets: fc.oneof(fc.nat(5), fc.nat(100_000)),
      score: fc.integer({ min: low, max: high }),
    })
    .map(({ wallets, score }) => ({ wallets, weight: wallets * score * 100 }))

const few = fc.nat(4)

/** Anything that a community may say, often nothing. */
export const community: fc.Arbitrary<CommunityFacts> = fc.record({
  visitorReports: fc.oneof(fc.constant(0), fc.nat(1_000_000)),
  reports: crowd(45, 74),
  trustedReports: crowd(75, 100),
  vouches: crowd(45, 74),
  trustedVouches: crowd(75, 100),
  freezes: few,
  appealsDenied: few,
  appealsUpheld: few,
})
