import { addressAt } from '@app/values/account-index.ts'
import { FACTORS, WEIGHT_PERCENT } from '@app/values/factor.ts'
import { riskLevelOf } from '@app/values/risk-level.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { emptyFacts } from './empty-facts.ts'
import type { Facts } from './facts.ts'
import { judge } from './judge.ts'
import { ACCOUNTS, FLOW, transfers } from './testing/arbitrary-transfers.ts'
import { factsFromTransfers } from './transfers/facts-from-transfers.ts'
import type { Transfer } from './transfers/transfer.ts'

const WALLET = addressAt(100, 'local')
const START = 1_760_000_000
const DAY = 86_400

const facts = (own: readonly Transfer[], listed: readonly string[] = ['gus']): Facts =>
  factsFromTransfers(WALLET, own, new Set(listed))

const listing = fc.option(
  fc.record({ source: fc.string(), confidence: fc.double({ min: 0, max: 1, noNaN: true }) }),
  { nil: null },
)
const anyFacts: fc.Arbitrary<Facts> = fc
  .record({
    own: transfers,
    listed: fc.subarray([...ACCOUNTS]),
    listing,
    completeness: fc.integer({ min: 0, max: 10_000 }),
  })
  .map(({ own, listed, ...rest }) => ({ ...facts(own, listed), ...rest }))

/** A transfer of FLOW: what came in from `who`, or with a negative amount went out to it. */
const move = (who: string, amount: number, day: number): Transfer => ({
  side: amount > 0 ? 'in' : 'out',
  counterparty: who,
  token: FLOW,
  units: BigInt(Math.round(Math.abs(amount) * 1e8)),
  seconds: START + Math.round(day * DAY),
})

describe('arithmetic', () => {
  test('score and factors stay within their bounds, and the level follows from the score', () => {
    const holds = (own: Facts): void => {
      const { score, factors, confidence, riskLevel } = judge(own)
      expect(score).toBeGreaterThanOrEqual(0)
      expect(score).toBeLessThanOrEqual(100)
      expect(confidence).toBeLessThanOrEqual(1)
      expect(riskLevel).toBe(riskLevelOf(score))
      for (const factor of FACTORS) {
        const { value, raw, known } = factors[factor]
        for (const number of [value, raw, known]) {
          expect(Number.isInteger(number) && number >= 0 && number <= 10_000).toBe(true)
        }
        expect(value).toBe(5_000 + Math.trunc((known * (raw - 5_000)) / 10_000))
      }
    }
    fc.assert(fc.property(anyFacts, holds))
  })

  test('the score is the weighted sum of the factors, rounded half up to a tenth once', () => {
    fc.assert(
      fc.property(anyFacts, (own) => {
        const { score, factors } = judge(own)
        const sum = FACTORS.reduce((total, f) => total + WEIGHT_PERCENT[f] * factors[f].value, 0)
        expect(score).toBe(Math.floor((sum + 500) / 1_000) / 10)
      }),
    )
  })

  test('the score is no further from 50 than its confidence allows', () => {
    fc.assert(
      fc.property(anyFacts, (own) => {
        const { score, confidence } = judge(own)
        expect(Math.abs(score - 50)).toBeLessThanOrEqual(50 * confidence + 0.06)
      }),
    )
  })

  test('the points of the reasons add up to what the score is away from 50', () => {
    fc.assert(
      fc.property(anyFacts, (own) => {
        const { score, reasons } = judge(own)
        const sum = reasons.reduce((total, { points }) => total + points, 0)
        expect(Math.abs(score - 50 - sum)).toBeLessThan(1.5)
      }),
    )
  })
})

describe('determinism', () => {
  test('equal facts give equal judgements, byte for byte', () => {
    fc.assert(
      fc.property(anyFacts, (own) => {
        expect(JSON.stringify(judge(structuredClone(own)))).toBe(JSON.stringify(judge(own)))
      }),
    )
  })

  test('the order of transfers changes nothing', () => {
    const shuffled = transfers.chain((own) =>
      fc.tuple(fc.constant(own), fc.shuffledSubarray(own, { minLength: own.length })),
    )
    fc.assert(
      fc.property(shuffled, ([own, other]) => {
        expect(judge(facts(other))).toEqual(judge(facts(own)))
      }),
    )
  })

  test('multiplying every amount of a token changes nothing', () => {
    fc.assert(
      fc.property(transfers, fc.bigInt({ min: 2n, max: 10n ** 12n }), (own, times) => {
        const scaled = own.map((one) =>
          one.token === FLOW ? { ...one, units: one.units * times } : one,
        )
        expect(judge(facts(scaled))).toEqual(judge(facts(own)))
      }),
    )
  })
})

describe('listed accounts', () => {
  test('listing an account that the wallet dealt with never raises its score', () => {
    fc.assert(
      fc.property(transfers, fc.constantFrom(...ACCOUNTS), (own, account) => {
        const before = judge(facts(own, ['stranger'])).score
        expect(judge(facts(own, ['stranger', account])).score).toBeLessThanOrEqual(before)
      }),
    )
  })

  test('dust from a listed account never lowers the score', () => {
    const dust: Transfer = { ...move('gus', 0.00001, 3), isDust: true }
    fc.assert(
      fc.property(transfers, (own) => {
        const before = judge(facts(own)).score
        expect(judge(facts([...own, dust])).score).toBeGreaterThanOrEqual(before)
      }),
    )
  })

  test('less than a hundredth of what came in is dust as well', () => {
    const own = [move('ann', 100, 0), move('ben', 100, 5), move('cat', -20, 9)]
    const contact = { hop: 0, token: FLOW, counterparties: 1, transfersIn: 1, unitsIn: 1n } as const
    const none = { transfersOut: 0, unitsOut: 0n, transfersSwept: 0, unitsSwept: 0n }
    const base = facts(own)
    const dusted = { ...base, contacts: { listedCount: 1, entries: [{ ...contact, ...none }] } }
    expect(judge(dusted).score).toBe(judge(base).score)
  })

  test('being swept by a listed account never lowers the score', () => {
    const units = fc.bigInt({ min: 1n, max: 10n ** 20n })
    fc.assert(
      fc.property(transfers, units, fc.nat(200), (own, taken, day) => {
        const sweep = { ...move('gus', -1, day), units: taken, isSwept: true }
        const before = judge(facts(own)).score
        expect(judge(facts([...own, sweep])).score).toBeGreaterThanOrEqual(before)
      }),
    )
  })

  test('a wallet that is listed itself has no factor above 0.5, and none of this one', () => {
    fc.assert(
      fc.property(anyFacts, (own) => {
        const listed = { ...own, listing: { source: 'list', confidence: 1 } }
        const { factors, flags } = judge(listed)
        expect(factors.knownScamInteract.value).toBe(0)
        for (const factor of FACTORS) expect(factors[factor].value).toBeLessThanOrEqual(5_000)
        expect(flags).toContain('Listed as a scam: list')
      }),
    )
  })
})

describe('what is not known', () => {
  test('a newborn account is NORMAL at 50, and the flags say that there is no data', () => {
    const age = { creationIndex: 9, accountCount: 9, createdSeconds: START }
    const { score, riskLevel, flags } = judge({ ...emptyFacts(), age })
    expect([score, riskLevel, flags]).toEqual([50, 'NORMAL', ['Insufficient data']])
  })

  test('one transfer is too little data', () => {
    expect(judge(facts([move('ann', 10, 0)])).flags).toContain('Insufficient data')
  })

  test('an empty list says nothing of contact', () => {
    const { factors } = judge(facts([move('ann', 10, 0), move('ben', -3, 4)], []))
    expect(factors.knownScamInteract).toEqual({ value: 5_000, raw: 5_000, known: 0 })
  })

  test('a history that was hardly covered moves nothing', () => {
    const own = {
      ...facts([move('gus', 10, 0), move('ben', -10, 0.1)]),
      completeness: 0,
    }
    expect(judge(own).score).toBe(50)
  })
})

describe('kinds of wallets', () => {
  const rounds = Array.from({ length: 6 }, (_, round) => [
    ...Array.from({ length: 6 }, (_, i) => move(`p${round}-${i}`, 40 + i, round * 12 + i * 0.01)),
    move('collector', -252, round * 12 + 0.08),
  ]).flat()

  test('who takes from many and passes all on at once is suspicious on no list', () => {
    const { score, reasons } = judge(facts(rounds))
    expect(score).toBeLessThan(45)
    const passesOn = reasons.find(({ code }) => code === 'passes_on')
    expect(passesOn?.points).toBeLessThan(-5)
    expect(passesOn?.text).toMatch(/% of what came in left within the day, money stays for about/)
  })

  test('a listed drainer that passes all on at once is HIGH_RISK', () => {
    const own = { ...facts(rounds), listing: { source: 'list', confidence: 1 } }
    expect(judge(own).riskLevel).toBe('HIGH_RISK')
  })

  test('who lives on money from a listed account is suspicious or worse', () => {
    const own = [30, 50, 70].flatMap((day) => [
      move('gus', 300, day),
      move(`x${day}`, -290, day + 0.1),
    ])
    const { score, confidence, flags } = judge(facts([move('ann', 10, 0), ...own]))
    expect(score).toBeLessThan(45)
    expect(confidence).toBeGreaterThan(0.6)
    expect(flags).toContain('Contact with accounts on the scam list')
  })

  test('who deals with the same few accounts for months is NORMAL or better', () => {
    const own = Array.from({ length: 40 }, (_, i) =>
      i % 2 === 0
        ? move(`f${i % 5}`, 20 + (i % 7), i * 2.7)
        : move(`f${i % 4}`, -10 + (i % 5), i * 2.7),
    )
    expect(judge(facts([move('faucet', 500, 0), ...own])).score).toBeGreaterThan(50)
  })

  test('who was robbed of nearly everything is still NORMAL', () => {
    const own = [move('ann', 100, 0), move('ben', 50, 20), move('ann', -10, 30)]
    const sweep = { ...move('gus', -139, 60), isSwept: true }
    const { score, flags } = judge(facts([...own, sweep]))
    expect(score).toBeGreaterThanOrEqual(45)
    expect(flags).toContain('Robbed by an account on the scam list')
  })
})
