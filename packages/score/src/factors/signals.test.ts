import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createEmptyFacts } from '../empty-facts.ts'
import type { Facts } from '../facts.ts'
import { arbitraryFacts } from '../testing/arbitrary-facts.ts'
import { judgeCommunitySignals } from './community-signals.ts'
import { judgeNftHoldings } from './nft-holdings.ts'
import { judgeKnownScamInteract } from './scam-contact/known-scam-interact.ts'
import { SIGNALS } from './signals.ts'

const RESULTS = {
  knownScamInteract: judgeKnownScamInteract,
  nftHoldings: judgeNftHoldings,
  communitySignals: ({ community }: Facts) => judgeCommunitySignals(community),
} as const

const holdings = fc.array(
  fc.record({
    collection: fc.string(),
    count: fc.integer({ min: 1, max: 1_000 }),
    isSelfMinted: fc.boolean(),
    firstDepositSeconds: fc.option(fc.nat(2_000_000_000)),
  }),
  { maxLength: 200 },
)
const poisoning = fc.option(fc.record({ lookAlikes: fc.nat(100) }))
const facts = fc
  .tuple(arbitraryFacts, holdings, poisoning)
  .map(([own, held, poisoned]) => ({ ...own, holdings: held, poisoning: poisoned }))

describe('the signals of', () => {
  test.each(Object.keys(RESULTS) as (keyof typeof RESULTS)[])(
    '%s list every reason that changes the factor, within its bounds',
    (factor) => {
      fc.assert(
        fc.property(facts, (own) => {
          for (const { code, points } of RESULTS[factor](own).reasons) {
            if (points === 0) continue
            const signal = SIGNALS[factor].find((listed) => listed.code === code)
            expect(signal, code).toBeDefined()
            expect(points).toBeGreaterThanOrEqual(signal?.worst ?? 0)
            expect(points).toBeLessThanOrEqual(signal?.best ?? 0)
          }
        }),
        { numRuns: 1_000 },
      )
    },
  )

  test('NFTs contain the numbers that give half of the points', () => {
    const [variety, time] = SIGNALS.nftHoldings
    const held = { collection: 'A', count: 1, isSelfMinted: false, firstDepositSeconds: 0 }
    const own = { ...createEmptyFacts(), asOfSeconds: 60 * 86_400, holdings: [held, held] }
    expect(variety?.rule).toMatch(/half of the points come with 2$/)
    expect(time?.rule).toMatch(/half of the points come with 60 days$/)
    const points = judgeNftHoldings(own).reasons.map((reason) => reason.points)
    expect(points).toEqual([(variety?.best ?? 0) / 2, (time?.best ?? 0) / 2])
  })
})
