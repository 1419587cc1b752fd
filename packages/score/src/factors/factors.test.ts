import { FACTORS } from '@app/values/factor.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createEmptyFacts } from '../empty-facts.ts'
import { computeWalletInputs } from '../inputs/minimum-data.ts'
import { POINTS_TABLES } from '../tables/points-tables.ts'
import { arbitraryFacts } from '../testing/arbitrary-facts.ts'
import { SCORE_RULES } from '../version.ts'
import { FACTOR_RULES } from './factors.ts'
import { judgeNftHoldings } from './nft-holdings.ts'

/** Factors that no points table judges. */
const RULED = FACTORS.filter((factor) => !(factor in POINTS_TABLES))

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
  test.each(RULED)('%s list every reason that changes the factor, within its bounds', (factor) => {
    fc.assert(
      fc.property(facts, (own) => {
        const { judge, signals } = FACTOR_RULES[factor]
        for (const { code, points } of judge(own, computeWalletInputs(own), SCORE_RULES.current)
          .reasons) {
          if (points === 0) continue
          const signal = signals.find((listed) => listed.code === code)
          expect(signal, code).toBeDefined()
          expect(points).toBeGreaterThanOrEqual(signal?.worst ?? 0)
          expect(points).toBeLessThanOrEqual(signal?.best ?? 0)
        }
      }),
    )
  })

  test('NFTs contain the numbers that give half of the points', () => {
    const [variety, time] = FACTOR_RULES.nftHoldings.signals
    const held = { collection: 'A', count: 1, isSelfMinted: false, firstDepositSeconds: 0 }
    const own = { ...createEmptyFacts(), asOfSeconds: 60 * 86_400, holdings: [held, held] }
    expect(variety?.rule).toMatch(/half of the points come with 2$/)
    expect(time?.rule).toMatch(/half of the points come with 60 days$/)
    const points = judgeNftHoldings(own).reasons.map((reason) => reason.points)
    expect(points).toEqual([(variety?.best ?? 0) / 2, (time?.best ?? 0) / 2])
  })
})
