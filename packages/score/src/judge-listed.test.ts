import { FACTORS } from '@app/values/factor.ts'
import { SUSPECTED_BELOW } from '@app/values/risk-level.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { judge } from './judge.ts'
import {
  ACCOUNTS,
  arbitraryDustFrom,
  arbitrarySweepBy,
  arbitraryTransfersWithLosses,
  FLOW,
} from './testing/arbitrary-transfers.ts'
import { buildFacts, buildTransfer, PASS_THROUGH_TRANSFERS } from './testing/build-transfer.ts'
import { findStolenTransfers, type Transfer } from './transfers/build-facts-from-transfers.ts'

const account = fc.constantFrom(...ACCOUNTS)

const hasStolenNothing = (own: readonly Transfer[], who: string) =>
  findStolenTransfers(new Set([who]), own).size === 0

describe('listing an account that the wallet dealt with', () => {
  /**
   * Stolen money is the one exception: while the thief is not listed it counts as sent by the
   * wallet, and once the thief is listed it does not.
   */
  test('never raises its score, if the account stole nothing from it', () => {
    fc.assert(
      fc.property(
        arbitraryTransfersWithLosses,
        account,
        fc.subarray([...ACCOUNTS]),
        (own, added, others) => {
          fc.pre(hasStolenNothing(own, added))
          const listed = ['stranger', ...others]
          const before = judge(buildFacts(own, listed)).score
          expect(judge(buildFacts(own, [...listed, added])).score).toBeLessThanOrEqual(before)
        },
      ),
    )
  })

  test('never raises the contact factor, whatever the account stole', () => {
    fc.assert(
      fc.property(arbitraryTransfersWithLosses, account, (own, added) => {
        const contactWith = (listed: string[]) =>
          judge(buildFacts(own, listed)).factors.knownScamInteract.value
        expect(contactWith(['stranger', added])).toBeLessThanOrEqual(contactWith(['stranger']))
      }),
    )
  })
})

describe('what a listed account sends and steals', () => {
  test('dust changes only its count, not the score', () => {
    fc.assert(
      fc.property(arbitraryTransfersWithLosses, arbitraryDustFrom('gus'), (own, dust) => {
        const dusted = buildFacts([...own, dust])
        const plain = buildFacts(own)
        expect(dusted).toEqual({ ...plain, dustIn: plain.dustIn + 1 })
        expect(judge(dusted)).toEqual(judge(plain))
      }),
    )
  })

  test('a sweep of any amount at any time changes only contact', () => {
    fc.assert(
      fc.property(
        arbitraryTransfersWithLosses,
        fc.array(arbitrarySweepBy('gus'), { minLength: 1 }),
        (own, sweeps) => {
          const [withThefts, withoutThefts] = [buildFacts([...own, ...sweeps]), buildFacts(own)]
          expect({ ...withThefts, contacts: null }).toEqual({ ...withoutThefts, contacts: null })
          const { flags, verdict, findings, reasons, ...judged } = judge(withThefts)
          const {
            flags: _,
            verdict: before,
            findings: found,
            reasons: given,
            ...rest
          } = judge(withoutThefts)
          expect(judged).toEqual(rest)
          expect(reasons.map(({ headline: __, ...reason }) => reason)).toEqual(
            given.map(({ headline: __, ...reason }) => reason),
          )
          expect(verdict.slice(0, 6)).toBe(before.slice(0, 6))
          expect({ ...findings, knownScamInteract: '' }).toEqual({
            ...found,
            knownScamInteract: '',
          })
          expect(flags).toContain('Robbed by an account on the scam list')
        },
      ),
    )
  })

  test('a transfer that emptied the wallet once, by its own proposal, changes only contact', () => {
    fc.assert(
      fc.property(arbitraryTransfersWithLosses, arbitrarySweepBy('gus'), (own, drawn) => {
        const others = own.filter(({ counterparty }) => counterparty !== 'gus')
        const stroke = { ...drawn, isSwept: false, isEmptied: true }
        expect(judge(buildFacts([...others, stroke])).score).toBe(judge(buildFacts(others)).score)
      }),
    )
  })

  test('one stolen cent does not clear a wallet that forwards everything at once', () => {
    fc.assert(
      fc.property(fc.array(arbitrarySweepBy('gus'), { maxLength: 5 }), (sweeps) => {
        const cents = sweeps.map((sweep) => ({ ...sweep, token: FLOW, units: 1_000_000n }))
        expect(judge(buildFacts([...PASS_THROUGH_TRANSFERS, ...cents])).score).toBeLessThan(
          SUSPECTED_BELOW,
        )
      }),
    )
  })

  test('a wallet robbed of nearly everything is still NORMAL', () => {
    const own = [
      buildTransfer('ann', 100, 0),
      buildTransfer('ben', 50, 20),
      buildTransfer('ann', -10, 30),
    ]
    const sweep = { ...buildTransfer('gus', -139, 60), isSwept: true }
    const { score, flags } = judge(buildFacts([...own, sweep]))
    expect(score).toBeGreaterThanOrEqual(SUSPECTED_BELOW)
    expect(flags).toContain('Robbed by an account on the scam list')
  })
})

describe('a wallet that is listed itself', () => {
  const listing = { source: 'list', confidence: 1 }

  test('has no factor above 0.5, and a contact factor of 0', () => {
    fc.assert(
      fc.property(arbitraryTransfersWithLosses, account, (own, listed) => {
        const { factors, flags } = judge({ ...buildFacts(own, [listed]), listing })
        expect(factors.knownScamInteract.value).toBe(0)
        for (const factor of FACTORS) expect(factors[factor].value).toBeLessThanOrEqual(5_000)
        expect(flags).toContain('Listed as a scam: list')
      }),
    )
  })

  test('is HIGH_RISK when it forwards everything at once', () => {
    expect(judge({ ...buildFacts(PASS_THROUGH_TRANSFERS), listing }).riskLevel).toBe('HIGH_RISK')
  })
})
