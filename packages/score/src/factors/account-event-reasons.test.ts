import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createEmptyAccount, createEmptyFacts } from '../empty-facts.ts'
import type { AccountFacts } from '../facts.ts'
import { judge } from '../judge.ts'
import { toAccountEventReasons } from './account-event-reasons.ts'

const NONE = createEmptyAccount()

const listTexts = (acts: Partial<AccountFacts>) =>
  toAccountEventReasons({ ...NONE, ...acts }).map(({ text }) => text)

describe('changes that an account made to itself', () => {
  test.each([
    [{ fullKeysAdded: 1 }, 'A key that can sign alone was added after the account was opened'],
    [
      { fullKeysAdded: 2 },
      'A key that can sign alone was added 2 times after the account was opened',
    ],
    [{ contractsUpdated: 1200 }, 'A contract of the account was updated 1,200 times'],
  ])('%j is reported as: %s', (acts, text) => {
    expect(listTexts(acts)).toEqual([text])
  })

  test('are reported with the events that prove them', () => {
    const [note] = toAccountEventReasons({ ...NONE, capabilitiesPublished: 1 })
    expect(note?.evidence).toEqual({ kind: 'account_events', act: 'capability_published' })
  })

  test('are not reported when there are none, or only harmless ones', () => {
    expect(listTexts({ proposed: 9, sponsored: 9, keysAdded: 2, contractsDeployed: 3 })).toEqual([])
    expect(toAccountEventReasons(null)).toEqual([])
  })
})

test('each action of the account counts once as a data point', () => {
  const account = { ...NONE, keysAdded: 3, fullKeysAdded: 2, capabilitiesPublished: 1, proposed: 9 }
  expect(judge({ ...createEmptyFacts(), account }).dataPoints).toBe(4)
})

test('changes to the account itself and fees paid for others do not change its score', () => {
  const acts = fc.record(
    Object.fromEntries(Object.keys(NONE).map((name) => [name, fc.nat(10_000)])),
  ) as fc.Arbitrary<AccountFacts>
  fc.assert(
    fc.property(acts, (account) => {
      const { score, factors, confidence, reasons } = judge({ ...createEmptyFacts(), account })
      const before = judge({ ...createEmptyFacts(), account: NONE })
      expect({ score, factors, confidence }).toEqual({
        score: before.score,
        factors: before.factors,
        confidence: before.confidence,
      })
      expect(reasons.filter(({ points }) => points !== 0)).toEqual([])
    }),
  )
})
