import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createEmptyFacts } from '../empty-facts.ts'
import type { Facts, PoisoningFacts } from '../facts.ts'
import { judge } from '../judge.ts'
import { ACCOUNTS, arbitraryTransfers } from '../testing/arbitrary-transfers.ts'
import { buildFactsFromTransfers } from '../transfers/build-facts-from-transfers.ts'
import { judgeKnownScamInteract } from './known-scam-interact.ts'

const { address } = createEmptyFacts()

const buildPoisonerFacts = (poisoning: PoisoningFacts, rest: Partial<Facts> = {}): Facts => ({
  ...createEmptyFacts(),
  poisoning,
  ...rest,
})
const _computeRaw = (lookAlikes: number): number =>
  judgeKnownScamInteract(buildPoisonerFacts({ dusted: lookAlikes, lookAlikes })).raw

/** Wallets with any history, with or without a list, on it or not. */
const anyFacts = fc
  .record({ own: arbitraryTransfers, listed: fc.option(fc.subarray([...ACCOUNTS]), { nil: null }) })
  .map(({ own, listed }) => buildFactsFromTransfers(address, own, listed && new Set(listed)))

describe('dust', () => {
  test('costs its sender nothing by itself, or when fewer than three receivers had paid a look-alike', () => {
    const harmless = fc.record({ dusted: fc.nat(500), lookAlikes: fc.nat(2) })
    fc.assert(
      fc.property(anyFacts, harmless, (facts, poisoning) => {
        expect(judge({ ...facts, poisoning })).toEqual(judge(facts))
      }),
    )
  })

  test('from a look-alike is reported with the number of receivers, also without a list', () => {
    const { flags, reasons, factors } = judge(buildPoisonerFacts({ dusted: 40, lookAlikes: 12 }))
    const [reason] = reasons
    expect(factors.knownScamInteract.value).toBeLessThan(3_000)
    expect(flags).toContain('Sends dust from an address that looks like another')
    expect(reason).toMatchObject({ code: 'poisoning', evidence: { kind: 'dust_sent' } })
    expect(reason?.text).toMatch(/^It sent dust to 12 accounts that had paid another/)
  })
})

test('poisoning leaves what is said of money that nobody can follow', () => {
  const contacts = { listedCount: 1, entries: [] }
  const facts = buildPoisonerFacts({ dusted: 9, lookAlikes: 9 }, { contacts, unseen: 5n })
  expect(judge(facts).reasons.map(({ code }) => code)).toContain('untraced_money')
})

describe('poisoning', () => {
  const count = fc.integer({ min: 3, max: 500 })

  test('never raises a score, in any amount', () => {
    fc.assert(
      fc.property(anyFacts, count, count, (facts, some, more) => {
        const [score = 0, less = 0, least = 0] = [0, some, some + more].map(
          (lookAlikes) => judge({ ...facts, poisoning: { dusted: 1_000, lookAlikes } }).score,
        )
        expect(less).toBeLessThanOrEqual(score)
        expect(least).toBeLessThanOrEqual(less)
      }),
    )
  })

  test('adds up with the other reasons to the factor', () => {
    fc.assert(
      fc.property(anyFacts, count, (facts, lookAlikes) => {
        const found = judgeKnownScamInteract({ ...facts, poisoning: { dusted: 500, lookAlikes } })
        const sum = found.reasons.reduce((total, { points }) => total + points, 0)
        expect(Math.abs(found.raw - 5_000 - sum)).toBeLessThan(10)
      }),
    )
  })
})
