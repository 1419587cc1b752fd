import { FACTORS, WEIGHT_PERCENT } from '@app/values/factor.ts'
import { SUSPECTED_BELOW, toRiskLevel } from '@app/values/risk-level.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createEmptyFacts } from './empty-facts.ts'
import type { Facts } from './facts.ts'
import { judge, judgeInNumbers } from './judge.ts'
import { arbitraryFacts, arbitraryWallet } from './testing/arbitrary-facts.ts'
import { arbitraryTransfersWithLosses, FLOW } from './testing/arbitrary-transfers.ts'
import { buildFacts, buildTransfer, START } from './testing/build-transfer.ts'

describe('arithmetic', () => {
  test('score and factors stay within their bounds, and the level follows from the score', () => {
    const expectWithinBounds = (own: Facts): void => {
      const { score, factors, confidence, riskLevel } = judge(own)
      expect(score).toBeGreaterThanOrEqual(0)
      expect(score).toBeLessThanOrEqual(100)
      expect(confidence).toBeLessThanOrEqual(1)
      expect(riskLevel).toBe(toRiskLevel(score))
      for (const factor of FACTORS) {
        const { value, raw, known } = factors[factor]
        for (const number of [value, raw, known]) {
          expect(Number.isInteger(number) && number >= 0 && number <= 10_000).toBe(true)
        }
        expect(value).toBe(5_000 + Math.trunc((known * (raw - 5_000)) / 10_000))
      }
    }
    fc.assert(fc.property(arbitraryFacts, expectWithinBounds))
  })

  test('the score is the weighted sum of the factors, rounded half up to a tenth once', () => {
    fc.assert(
      fc.property(arbitraryFacts, (own) => {
        const { score, factors } = judge(own)
        const sum = FACTORS.reduce((total, f) => total + WEIGHT_PERCENT[f] * factors[f].value, 0)
        expect(score).toBe(Math.floor((sum + 500) / 1_000) / 10)
      }),
    )
  })

  test('the points of the reasons add up exactly to what the score is away from 50', () => {
    fc.assert(
      fc.property(arbitraryWallet, (own) => {
        const { score, reasons } = judge(own)
        const sum = reasons.reduce((total, { points }) => total + points, 0)
        // Without the sign of a zero.
        expect(Math.round(sum * 10) + 0).toBe(Math.round((score - 50) * 10) + 0)
      }),
    )
  })
})

describe('reasons', () => {
  test('of any wallet have a text, also when only its payments were indexed', () => {
    const spending = arbitraryTransfersWithLosses.map((own) =>
      own.filter(({ direction }) => direction === 'out'),
    )
    const wallets = fc.oneof(
      arbitraryFacts,
      spending.map((own) => buildFacts(own)),
    )
    fc.assert(
      fc.property(wallets, (own) => {
        for (const { text } of judge(own).reasons) expect(text).toMatch(/^[A-Z0-9].{9}/)
      }),
    )
  })
})

describe('determinism', () => {
  test('equal facts give equal judgements, byte for byte', () => {
    fc.assert(
      fc.property(arbitraryFacts, (own) => {
        expect(JSON.stringify(judge(structuredClone(own)))).toBe(JSON.stringify(judge(own)))
      }),
    )
  })

  test('the order of transfers changes nothing', () => {
    const shuffled = arbitraryTransfersWithLosses.chain((own) =>
      fc.tuple(fc.constant(own), fc.shuffledSubarray(own, { minLength: own.length })),
    )
    fc.assert(
      fc.property(shuffled, ([own, other]) => {
        expect(judge(buildFacts(other))).toEqual(judge(buildFacts(own)))
      }),
    )
  })

  test('multiplying every amount of a token changes nothing', () => {
    fc.assert(
      fc.property(
        arbitraryTransfersWithLosses,
        fc.bigInt({ min: 2n, max: 10n ** 12n }),
        (own, times) => {
          const scaled = own.map((one) =>
            one.token === FLOW ? { ...one, units: one.units * times } : one,
          )
          expect(judge(buildFacts(scaled))).toEqual(judge(buildFacts(own)))
        },
      ),
    )
  })
})

test('the numbers alone are those of the judgement', () => {
  fc.assert(
    fc.property(arbitraryWallet, (own) => {
      const { factors, score, riskLevel, confidence } = judge(own)
      expect(judgeInNumbers(own)).toEqual({ factors, score, riskLevel, confidence })
    }),
  )
})

describe('data points', () => {
  test('are the transfers of tokens and NFTs, and the collections held', () => {
    const own = buildFacts([buildTransfer('ann', 10, 0), buildTransfer('ben', -3, 4)])
    expect(judge(own).dataPoints).toBe(2)
    const nfts = { ...own.activity, transfersIn: 30, transfersOut: 5 }
    const holding = { collection: 'a', count: 7, isSelfMinted: false, firstDepositSeconds: START }
    expect(judge({ ...own, nfts, holdings: [holding] }).dataPoints).toBe(38)
  })
})

describe('missing data', () => {
  test('a new account is NORMAL at 50, with a flag for insufficient data', () => {
    const age = { creationIndex: 9, accountCount: 9, createdSeconds: START }
    const { score, riskLevel, flags } = judge({ ...createEmptyFacts(), age })
    expect([score, riskLevel, flags]).toEqual([50, 'NORMAL', ['Insufficient data']])
  })

  test('an empty list leaves the contact factor unknown', () => {
    const { factors } = judge(
      buildFacts([buildTransfer('ann', 10, 0), buildTransfer('ben', -3, 4)], []),
    )
    expect(factors.knownScamInteract).toEqual({ value: 5_000, raw: 5_000, known: 0 })
  })

  test('a history without coverage does not change the score', () => {
    const own = {
      ...buildFacts([buildTransfer('gus', 10, 0), buildTransfer('ben', -10, 0.1)]),
      completeness: 0,
    }
    expect(judge(own).score).toBe(50)
  })
})

describe('kinds of wallets', () => {
  test('one funded by a listed account is suspicious or worse', () => {
    const own = [30, 50, 70].flatMap((day) => [
      buildTransfer('gus', 300, day),
      buildTransfer(`x${day}`, -290, day + 0.1),
    ])
    const { score, confidence, flags } = judge(buildFacts([buildTransfer('ann', 10, 0), ...own]))
    expect(score).toBeLessThan(SUSPECTED_BELOW)
    expect(confidence).toBeGreaterThan(0.6)
    expect(flags).toContain('Contact with accounts on the scam list')
  })
})
