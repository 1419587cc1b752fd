import type { ChainEvent } from '@app/flow/read/chain.ts'
import { computeAddressAtIndex } from '@app/values/account-index.ts'
import { FatalError } from '@app/values/errors.ts'
import { describe, expect, it } from 'vitest'
import {
  getAddressField,
  getBorrowTypeField,
  getOptionalAddressField,
  getTextField,
  getUnitsField,
  shortenTypeIdentifier,
} from './event-fields.ts'

const ALICE = computeAddressAtIndex(10, 'local')

const buildEvent = (value: unknown): ChainEvent => ({
  type: 'A.01.Some.Event',
  txId: 'ab',
  height: 7,
  blockId: 'block-7',
  blockTimeMs: 0,
  txIndex: 0,
  eventIndex: 0,
  fields: { field: value },
})

describe.each([
  { what: 'a text', get: getTextField, good: 'text', bad: [undefined, null, 5n, {}] },
  { what: 'an amount', get: getUnitsField, good: 5n, bad: [undefined, null, 5, '5', {}] },
  { what: 'an address', get: getAddressField, good: ALICE, bad: [undefined, null, 5n, '0x12'] },
  { what: 'an address or nil', get: getOptionalAddressField, good: ALICE, bad: [undefined, '0x1'] },
])('a field that is $what', ({ get, good, bad }) => {
  it('is read', () => {
    expect(get(buildEvent(good), 'field')).toBe(good)
  })

  it.each(bad)('is not read from %s', (value) => {
    expect(() => get(buildEvent(value), 'field')).toThrow(FatalError)
    expect(() => get(buildEvent(value), 'field')).toThrow(
      /^The event A\.01\.Some\.Event of transaction ab has no usable field 'field'/,
    )
  })
})

it('an address that is nil is none', () => {
  expect(getOptionalAddressField(buildEvent(null), 'field')).toBeNull()
})

describe('the borrow type of a capability', () => {
  it('is read', () => {
    expect(getBorrowTypeField(buildEvent({ borrowType: '&A.B' }), 'field')).toBe('&A.B')
  })

  it.each([undefined, null, 'text', 5n, {}, { borrowType: null }])(
    'is not read from %s',
    (value) => {
      expect(() => getBorrowTypeField(buildEvent(value), 'field')).toThrow(FatalError)
    },
  )
})

it('a type identifier of up to 250 characters stays as it is, a longer one ends with its hash', () => {
  const fits = 'x'.repeat(250)
  expect(shortenTypeIdentifier(fits)).toBe(fits)
  expect(shortenTypeIdentifier(`${fits}y`)).toMatch(/^x{185}\.[0-9a-f]{64}$/)
})
