import { mapAccountEventFacts } from '@app/values/account-event.ts'
import { computeAddressAtIndex } from '@app/values/account-index.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createEmptyFacts, createEmptyToken } from '../empty-facts.ts'
import type { ActivityFacts, ContactFacts, ContactsFacts, Facts, TokenFacts } from '../facts.ts'
import { arbitraryCommunity } from '../testing/arbitrary-facts.ts'
import { replaceAt } from '../testing/replace-at.ts'
import { computeEvidenceHash, toCanonicalFacts } from './evidence-hash.ts'
import { type CanonicalInputs, parseInputs, UnreadableInputError } from './parse-inputs.ts'

const count = fc.maxSafeInteger().map(Math.abs)
const units = fc.bigInt({ min: 0n, max: 10n ** 30n })
const nullableArbitrary = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null })

const ACTIVITY = {
  transfersIn: count,
  transfersOut: count,
  senders: count,
  recipients: count,
  mutual: nullableArbitrary(count),
  repeatSenders: nullableArbitrary(count),
  repeatRecipients: nullableArbitrary(count),
  firstSeconds: count,
  lastSeconds: count,
  activeDays: nullableArbitrary(count),
  activeHours: nullableArbitrary(count),
  daysIn: nullableArbitrary(count),
  daysOut: nullableArbitrary(count),
  daysBoth: nullableArbitrary(count),
  busiestDay: nullableArbitrary(count),
}

const activity: fc.Arbitrary<ActivityFacts> = fc.record(ACTIVITY)

const token: fc.Arbitrary<TokenFacts> = fc.record({
  ...ACTIVITY,
  token: fc.string({ unit: 'grapheme' }),
  received: units,
  sent: units,
  largestReceived: units,
  largestSent: units,
  sweptSameHour: nullableArbitrary(units),
  sweptSameDay: nullableArbitrary(units),
  receivedMoment: nullableArbitrary(units),
  sentMoment: nullableArbitrary(units),
})

const contact: fc.Arbitrary<ContactFacts> = fc.record({
  hop: fc.constantFrom(0, 1, 2),
  token: fc.string(),
  counterparties: count,
  transfersIn: count,
  unitsIn: units,
  transfersOut: count,
  unitsOut: units,
  transfersSwept: count,
  unitsSwept: units,
})

const share = fc.double({ min: 0, max: 1, noNaN: true })

const contacts: fc.Arbitrary<ContactsFacts> = fc.record(
  {
    listedCount: count,
    listHash: fc.stringMatching(/^[0-9a-f]{64}$/),
    entries: fc.array(contact, { maxLength: 3 }),
  },
  { requiredKeys: ['listedCount', 'entries'] },
)

const facts: fc.Arbitrary<Facts> = fc.record({
  address: fc.integer({ min: 1, max: 1e6 }).map((index) => computeAddressAtIndex(index, 'local')),
  asOfSeconds: count,
  age: nullableArbitrary(
    fc.record({
      creationIndex: count,
      accountCount: count,
      createdSeconds: nullableArbitrary(count),
    }),
  ),
  activity,
  tokens: fc.array(token, { maxLength: 3 }),
  nfts: nullableArbitrary(activity),
  holdings: nullableArbitrary(
    fc.array(
      fc.record({
        collection: fc.string(),
        count,
        isSelfMinted: fc.boolean(),
        firstDepositSeconds: nullableArbitrary(count),
      }),
      { maxLength: 3 },
    ),
  ),
  account: nullableArbitrary(
    fc.record({
      proposed: count,
      sponsored: count,
      ...mapAccountEventFacts(() => count),
    }),
  ),
  contacts: nullableArbitrary(contacts),
  listing: nullableArbitrary(fc.record({ source: fc.string(), confidence: share })),
  community: nullableArbitrary(arbitraryCommunity),
  dustIn: count,
  poisoning: nullableArbitrary(fc.record({ dusted: count, lookAlikes: count })),
  completeness: count,
})

const toInputs = (from: Facts): CanonicalInputs => {
  const { chain, offchain } = toCanonicalFacts(from)
  return { chain: JSON.parse(chain), offchain: JSON.parse(offchain) }
}

const parseJsonObject = (text: string): Record<string, unknown> => JSON.parse(text)

const SAMPLE: Facts = {
  ...createEmptyFacts(),
  tokens: [{ ...createEmptyToken('A.1.Flow.Vault'), sent: 7n }],
  contacts: { listedCount: 1, listHash: 'a'.repeat(64), entries: [] },
}

const findParseError = (path: string, value: unknown) => {
  const inputs = toInputs(SAMPLE)
  replaceAt(inputs, path, value)
  try {
    parseInputs(inputs)
  } catch (error) {
    if (error instanceof UnreadableInputError) return error.message
    throw error
  }
  return 'nothing'
}

describe('parseInputs', () => {
  it('returns the original facts with exact amounts and the same evidence hash', () => {
    fc.assert(
      fc.property(facts, (original) => {
        const copy = parseInputs(toInputs(original))
        expect(toCanonicalFacts(copy)).toEqual(toCanonicalFacts(original))
        expect(computeEvidenceHash(copy)).toBe(computeEvidenceHash(original))
        expect(copy.tokens.map(({ received }) => received)).toEqual(
          original.tokens.map(({ received }) => received),
        )
      }),
    )
  })

  it.each([
    { path: 'chain.dustIn', value: undefined, expected: 'a whole number from 0 on' },
    { path: 'chain.activity.mood', value: 1, expected: 'absent' },
    { path: 'chain.activity.transfersIn', value: 0.5, expected: 'a whole number from 0 on' },
    { path: 'chain.tokens[0].sent', value: 7, expected: 'an amount as decimal text' },
    { path: 'chain.tokens[0].sent', value: '07', expected: 'an amount as decimal text' },
    { path: 'chain.address', value: '0x179B6B1CB6755E31', expected: 'an address in lower case' },
    { path: 'chain.tokens', value: {}, expected: 'a list' },
    { path: 'chain.nfts', value: [], expected: 'an object' },
    { path: 'offchain.community', value: undefined, expected: 'an object' },
    { path: 'offchain.contacts.listHash', value: 'ab', expected: '64 hex digits' },
  ])('expects $expected at $path and rejects $value', ({ path, value, expected }) => {
    const found = JSON.stringify(value) ?? 'missing'
    expect(findParseError(path, value)).toBe(
      `inputs.${path} should be ${expected}, but is ${found}.`,
    )
  })

  it('rejects a missing field, and one named like a member of every object', () => {
    const { dustIn: _, ...chain } = parseJsonObject(toCanonicalFacts(SAMPLE).chain)
    const { offchain } = toInputs(SAMPLE)
    expect(() => parseInputs({ chain, offchain })).toThrow(
      'inputs.chain.dustIn should be a whole number from 0 on, but is missing.',
    )
    expect(findParseError('chain.toString', 1)).toBe(
      'inputs.chain.toString should be absent, but is 1.',
    )
  })

  it('accepts a list hash that is missing, and null where facts are unknown', () => {
    const unknown = { ...SAMPLE, contacts: null, activity: { ...SAMPLE.activity, mutual: null } }
    expect(parseInputs(toInputs(unknown))).toEqual(unknown)
    const withoutHash = { ...SAMPLE, contacts: { listedCount: 1, entries: [] } }
    expect(parseInputs(toInputs(withoutHash))).toEqual(withoutHash)
  })

  it('rejects a missing part', () => {
    expect(() => parseInputs({ chain: undefined, offchain: null })).toThrow(
      'inputs.chain should be an object, but is missing.',
    )
  })
})
