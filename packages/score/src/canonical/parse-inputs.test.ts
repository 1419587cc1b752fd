import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createEmptyFacts, createEmptyToken } from '../empty-facts.ts'
import type { Facts } from '../facts.ts'
import { arbitraryWallet } from '../testing/arbitrary-facts.ts'
import { replaceAt } from '../testing/replace-at.ts'
import { computeEvidenceHash, toCanonicalFacts } from './evidence-hash.ts'
import { type CanonicalInputs, parseInputs, UnreadableInputError } from './parse-inputs.ts'

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
      fc.property(arbitraryWallet, (original) => {
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
