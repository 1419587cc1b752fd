import { addressAt } from '@app/values/account-index.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emptyFacts, emptyToken } from '../empty-facts.ts'
import type { ActivityFacts, ContactFacts, ContactsFacts, Facts, TokenFacts } from '../facts.ts'
import { community } from '../testing/arbitrary-community.ts'
import { replaceAt } from '../testing/replace-at.ts'
import { canonicalFacts, evidenceHashOf } from './evidence-hash.ts'
import { type CanonicalInputs, parseInputs } from './parse-inputs.ts'
import { UnreadableInputError } from './unreadable-input-error.ts'

const count = fc.maxSafeInteger().map(Math.abs)
const units = fc.bigInt({ min: 0n, max: 10n ** 30n })
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null })

const ACTIVITY = {
  transfersIn: count,
  transfersOut: count,
  senders: count,
  recipients: count,
  mutual: maybe(count),
  repeatSenders: maybe(count),
  repeatRecipients: maybe(count),
  firstSeconds: count,
  lastSeconds: count,
  activeDays: maybe(count),
  activeHours: maybe(count),
  daysIn: maybe(count),
  daysOut: maybe(count),
  daysBoth: maybe(count),
  busiestDay: maybe(count),
}

const activity: fc.Arbitrary<ActivityFacts> = fc.record(ACTIVITY)

const token: fc.Arbitrary<TokenFacts> = fc.record({
  ...ACTIVITY,
  token: fc.string({ unit: 'grapheme' }),
  received: units,
  sent: units,
  largestReceived: units,
  largestSent: units,
  sweptSameHour: maybe(units),
  sweptSameDay: maybe(units),
  receivedMoment: maybe(units),
  sentMoment: maybe(units),
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
  address: fc.integer({ min: 1, max: 1e6 }).map((index) => addressAt(index, 'local')),
  asOfSeconds: count,
  age: maybe(
    fc.record({ creationIndex: count, accountCount: count, createdSeconds: maybe(count) }),
  ),
  activity,
  tokens: fc.array(token, { maxLength: 3 }),
  nfts: maybe(activity),
  holdings: maybe(
    fc.array(
      fc.record({
        collection: fc.string(),
        count,
        isSelfMinted: fc.boolean(),
        firstDepositSeconds: maybe(count),
      }),
      { maxLength: 3 },
    ),
  ),
  account: maybe(
    fc.record({
      proposed: count,
      sponsored: count,
      keysAdded: count,
      keysRemoved: count,
      contractsDeployed: count,
      contractsUpdated: count,
      contractsRemoved: count,
      fullKeysAdded: count,
      capabilitiesPublished: count,
      capabilitiesOffered: count,
      transactionsScheduled: count,
    }),
  ),
  contacts: maybe(contacts),
  listing: maybe(fc.record({ source: fc.string(), confidence: share })),
  community: maybe(community),
  dustIn: count,
  poisoning: maybe(fc.record({ dusted: count, lookAlikes: count })),
  completeness: count,
})

const inputsOf = (from: Facts): CanonicalInputs => {
  const { chain, offchain } = canonicalFacts(from)
  return { chain: JSON.parse(chain), offchain: JSON.parse(offchain) }
}

const SAMPLE: Facts = {
  ...emptyFacts(),
  tokens: [{ ...emptyToken('A.1.Flow.Vault'), sent: 7n }],
  contacts: { listedCount: 1, listHash: 'a'.repeat(64), entries: [] },
}

const faultOf = (path: string, value: unknown) => {
  const inputs = inputsOf(SAMPLE)
  replaceAt(inputs, path, value)
  try {
    parseInputs(inputs)
  } catch (error) {
    if (error instanceof UnreadableInputError) return error.message
    throw error
  }
  return 'nothing'
}

describe('the facts read back from their canonical parts', () => {
  it('are the facts, to the last unit, and have the same evidence hash', () => {
    fc.assert(
      fc.property(facts, (original) => {
        const copy = parseInputs(inputsOf(original))
        expect(canonicalFacts(copy)).toEqual(canonicalFacts(original))
        expect(evidenceHashOf(copy)).toBe(evidenceHashOf(original))
        expect(copy.tokens.map(({ received }) => received)).toEqual(
          original.tokens.map(({ received }) => received),
        )
      }),
      { numRuns: 300 },
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
  ])('hold $expected at $path, never $value', ({ path, value, expected }) => {
    const found = JSON.stringify(value) ?? 'missing'
    expect(faultOf(path, value)).toBe(`inputs.${path} should be ${expected}, but is ${found}.`)
  })

  it('cannot come from a part that is missing altogether', () => {
    expect(() => parseInputs({ chain: undefined, offchain: null })).toThrow(
      'inputs.chain should be an object, but is missing.',
    )
  })
})
