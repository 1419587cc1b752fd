import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  admitByBenjaminiHochberg,
  computeAdmissionLimit,
  computeExpectedFalseAlarms,
  FALSE_DISCOVERY_RATE,
  type JudgedAccounts,
} from './benjamini-hochberg.ts'

/** Conformal p-values (1 + asBad) / (wallets + 1) of a few wallets, with ties, and the number of judged accounts. */
const day = fc
  .record({
    wallets: fc.constantFrom(1, 9, 99, 855, 3_750),
    ranks: fc.array(fc.oneof(fc.nat(5), fc.nat(200)), { maxLength: 40 }),
    unlisted: fc.oneof(fc.constant(0), fc.nat(400)),
  })
  .map(({ wallets, ranks, unlisted }) => ({
    wallets,
    ranks: ranks.map((asBad) => 1 + Math.min(asBad, wallets)),
    judged: ranks.length + unlisted,
  }))

const toAccounts = (pValues: readonly number[], judged: number): JudgedAccounts => ({
  pValues: pValues.map((pValue) => ({ pValue, accounts: 1 })),
  judged,
})

/** The definition, in integers: the k smallest are admitted, for the largest k with p₍ₖ₎ ≤ k / (10 m). */
function listAdmittedRanks(ranks: readonly number[], wallets: number, judged: number): number[] {
  const sorted = ranks.toSorted((a, b) => a - b)
  const last = sorted.findLastIndex((rank, i) => rank * 10 * judged <= (i + 1) * (wallets + 1))
  return sorted.slice(0, last + 1)
}

describe('admission', () => {
  test('follows the definition, with ties, in any order, and with judged accounts that are not listed', () => {
    fc.assert(
      fc.property(day, ({ wallets, ranks, judged }) => {
        const accounts = toAccounts(
          ranks.map((rank) => rank / (wallets + 1)),
          judged,
        )
        const admitted = ranks.filter((rank) =>
          admitByBenjaminiHochberg(rank / (wallets + 1), accounts),
        )
        expect(admitted.sort((a, b) => a - b)).toEqual(listAdmittedRanks(ranks, wallets, judged))
      }),
    )
  })

  test('is the same when equal p-values are counted in one entry, and those above the rate are left out', () => {
    fc.assert(
      fc.property(day, ({ wallets, ranks, judged }) => {
        const pValues = ranks.map((rank) => rank / (wallets + 1))
        const counted = [...Map.groupBy(pValues, (pValue) => pValue)]
          .map(([pValue, same]) => ({ pValue, accounts: same.length }))
          .filter(({ pValue }) => pValue <= FALSE_DISCOVERY_RATE)
        expect(computeAdmissionLimit({ pValues: counted, judged })).toBe(
          computeAdmissionLimit(toAccounts(pValues, judged)),
        )
      }),
    )
  })

  test('is granted exactly at its limit, whatever the rounding of the p-values', () => {
    const pValues = [{ pValue: 33 / 3_751, accounts: 30 }]
    expect(computeAdmissionLimit({ pValues, judged: 341 })).toBe(33 / 3_751)
    expect(computeAdmissionLimit({ pValues, judged: 342 })).toBe(0)
  })

  test('is refused to everybody when nobody was judged', () => {
    expect(admitByBenjaminiHochberg(0.000_1, { pValues: [], judged: 0 })).toBe(false)
  })
})

describe('expected false alarms', () => {
  test('are at most a tenth of the admitted accounts', () => {
    fc.assert(
      fc.property(day, ({ wallets, ranks, judged }) => {
        const accounts = toAccounts(
          ranks.map((rank) => rank / (wallets + 1)),
          judged,
        )
        const limit = computeAdmissionLimit(accounts)
        const admitted = accounts.pValues.filter(({ pValue }) => pValue <= limit).length
        expect(computeExpectedFalseAlarms(judged, limit)).toBeLessThanOrEqual(
          FALSE_DISCOVERY_RATE * admitted + 1e-9,
        )
      }),
    )
  })

  test('are the judged accounts times the largest p-value that is accused', () => {
    expect(computeExpectedFalseAlarms(500, 0.002)).toBe(1)
  })
})
