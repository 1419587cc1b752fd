import { FACTORS } from '@app/values/factor.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { judgeBehaviour } from '../behaviour/judge-behaviour.ts'
import type { Facts } from '../facts.ts'
import { judge } from '../judge.ts'
import { arbitraryFacts } from '../testing/arbitrary-facts.ts'
import { buildFacts, buildTransfer, PASS_THROUGH_TRANSFERS } from '../testing/build-transfer.ts'

const arbitraryCustody = fc.record({ operated: fc.integer({ min: 0, max: 20 }), hubs: fc.nat(2) })

/** A buyer all of whose purchases go through one merchant account. */
const BUYER = buildFacts([
  buildTransfer('bank', 500, 0),
  ...Array.from({ length: 20 }, (_, day) => buildTransfer('merchant', -20 - (day % 5), day + 1)),
])

const withCustody = (facts: Facts, custody: NonNullable<Facts['custody']>): Facts => ({
  ...facts,
  custody,
})

describe('what shows that others act for a wallet', () => {
  test('never costs anything, and leaves every factor but the rhythm of its partners as it is', () => {
    fc.assert(
      fc.property(arbitraryFacts, arbitraryCustody, (facts, custody) => {
        const [before, after] = [judge(facts), judge(withCustody(facts, custody))]
        expect(after.score).toBeGreaterThanOrEqual(before.score)
        for (const factor of FACTORS) {
          if (factor === 'txFrequency') continue
          expect(after.factors[factor]).toEqual(before.factors[factor])
        }
        expect(judgeBehaviour(withCustody(facts, custody)).score).toBeGreaterThanOrEqual(
          judgeBehaviour(facts).score,
        )
      }),
    )
  })

  test('makes that one partner is not held against it', () => {
    const { score } = judge(BUYER)
    expect(judge(withCustody(BUYER, { operated: 0, hubs: 1 })).score).toBeGreaterThan(score)
    expect(judge(withCustody(BUYER, { operated: 7, hubs: 0 })).score).toBeGreaterThan(score)
  })

  test('changes nothing for a wallet with many partners, whoever acts for it', () => {
    const collector = buildFacts(PASS_THROUGH_TRANSFERS)
    expect(judge(withCustody(collector, { operated: 20, hubs: 2 })).score).toBe(
      judge(collector).score,
    )
  })

  test('makes no victim of a wallet all of whose transactions others propose', () => {
    const taken = { ...buildTransfer('gus', -5, 2), isSwept: true }
    const customer = buildFacts([buildTransfer('ann', 9, 1), taken])
    const robbed = 'Robbed by an account on the scam list'
    expect(judge(customer).flags).toContain(robbed)
    expect(judge(withCustody(customer, { operated: 5, hubs: 0 })).flags).not.toContain(robbed)
  })
})
