import { parseAddress } from '@app/values/address.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NodeInvalidResponseError } from '../errors.ts'
import { arg, encodeArg } from './cadence-arg.ts'
import { decodeCadence, decodeEvent, hasEntitlement, toTypeIdentifier } from './decode-cadence.ts'

const uint8 = (value: string) => ({ type: 'UInt8', value })
const struct = (type: string, id: string, fields: object) => ({
  type,
  value: { id, fields: Object.entries(fields).map(([name, value]) => ({ name, value })) },
})

describe('decodeCadence', () => {
  test.each([
    [{ type: 'Void' }, null],
    [{ type: 'Bool', value: true }, true],
    [{ type: 'String', value: 'é"\n' }, 'é"\n'],
    [{ type: 'Character', value: 'é' }, 'é'],
    [{ type: 'Address', value: '0xF8d6e0586b0a20c7' }, '0xf8d6e0586b0a20c7'],
    [uint8('255'), 255n],
    [{ type: 'Int', value: '-12' }, -12n],
    [{ type: 'Word64', value: '18446744073709551615' }, 18446744073709551615n],
    [{ type: 'UInt256', value: `${2n ** 256n - 1n}` }, 2n ** 256n - 1n],
    [{ type: 'UFix64', value: '184467440737.09551615' }, 18446744073709551615n],
    [{ type: 'UFix64', value: '0.00000001' }, 1n],
    [{ type: 'UFix64', value: '1.5' }, 150_000_000n],
    [{ type: 'Fix64', value: '-0.50000000' }, -50_000_000n],
    [{ type: 'UFix128', value: '1.000000000000000000000001' }, 10n ** 24n + 1n],
    [{ type: 'Optional', value: null }, null],
    [{ type: 'Optional', value: { type: 'Optional', value: uint8('1') } }, 1n],
    [{ type: 'Array', value: [uint8('1'), uint8('2')] }, [1n, 2n]],
    [{ type: 'Array', value: [] }, []],
    [{ type: 'Path', value: { domain: 'public', identifier: 'flow' } }, '/public/flow'],
    [
      { type: 'InclusiveRange', value: { start: uint8('1'), end: uint8('9'), step: uint8('2') } },
      { start: 1n, end: 9n, step: 2n },
    ],
  ])('%j is decoded', (json, value) => {
    expect(decodeCadence(json)).toEqual(value)
  })

  test.each([
    ['a\0b', 'a\ufffdb'],
    ['a\ud83d', 'a\ufffd'],
    ['\\u0000 \\ud83d 😀', '\\u0000 \\ud83d 😀'],
  ])('a text is one that a database can store: %j', (text, stored) => {
    const event = struct('Event', 'A.01.Test', { text: { type: 'String', value: text } })
    const json = JSON.stringify(event).replace('😀', '\\ud83d\\ude00')
    expect(decodeEvent(Buffer.from(json).toString('base64'))).toEqual({ text: stored })
  })

  test('a dictionary becomes a record with its keys as text', () => {
    const value = [
      { key: uint8('7'), value: { type: 'String', value: 'seven' } },
      { key: { type: 'Address', value: '0xf8d6e0586b0a20c7' }, value: uint8('1') },
      { key: { type: 'String', value: '__proto__' }, value: uint8('2') },
    ]
    expect(Object.entries(decodeCadence({ type: 'Dictionary', value }) as object)).toEqual([
      ['7', 'seven'],
      ['0xf8d6e0586b0a20c7', 1n],
      ['__proto__', 2n],
    ])
  })

  test('a composite becomes a record by field names, and an enum case its raw value', () => {
    const algorithm = struct('Enum', 'SignatureAlgorithm', { rawValue: uint8('1') })
    const key = struct('Struct', 'PublicKey', { signatureAlgorithm: algorithm })
    expect(decodeCadence(key)).toEqual({ signatureAlgorithm: 1n })
  })

  test('a capability has its account, id and type', () => {
    const borrowType = { kind: 'Reference', authorization: { kind: 'Unauthorized' }, type: 'Int' }
    const value = {
      address: '0xf8d6e0586b0a20c7',
      id: '3',
      borrowType: { ...borrowType, type: { kind: 'Int' } },
    }
    expect(decodeCadence({ type: 'Capability', value })).toEqual({
      address: '0xf8d6e0586b0a20c7',
      id: 3n,
      borrowType: '&Int',
    })
  })

  test.each([
    null,
    7,
    'text',
    [],
    {},
    { type: 'Foo', value: 1 },
    { type: 'constructor', value: 1 },
    { type: 'Bool', value: 'true' },
    { type: 'UInt8', value: 1 },
    { type: 'UInt8', value: '0x1' },
    { type: 'UFix64', value: '1' },
    { type: 'UFix64', value: '1.000000001' },
    { type: 'Address', value: '0x1' },
    { type: 'Array', value: {} },
    { type: 'Dictionary', value: [1] },
    { type: 'Struct', value: { fields: [{ value: uint8('1') }] } },
    { type: 'Type', value: {} },
    { type: 'Bool', value: JSON.parse('{"toString":1,"valueOf":1}') },
    { type: 'Dictionary', value: [{ key: { type: 'Void' }, value: { type: 'Void' } }] },
  ])('rejects %j', (json) => {
    expect(() => decodeCadence(json)).toThrow(NodeInvalidResponseError)
  })
})

describe('arg', () => {
  const roundTrip = (argument: Parameters<typeof encodeArg>[0]): unknown =>
    decodeCadence(JSON.parse(encodeArg(argument)))

  test('every argument decodes to its original value', () => {
    fc.assert(
      fc.property(fc.bigInt(), fc.string(), fc.uint8Array(), (integer, text, bytes) => {
        expect(roundTrip(arg.integer('Int', integer))).toBe(integer)
        expect(roundTrip(arg.string(text))).toBe(text)
        expect(roundTrip(arg.bytes(bytes))).toEqual(Array.from(bytes, BigInt))
      }),
    )
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), fc.boolean(), (units, flag) => {
        expect(roundTrip(arg.optional(arg.ufix64(units)))).toBe(units)
        expect(roundTrip(arg.array([arg.bool(flag), arg.optional(null)]))).toEqual([flag, null])
      }),
    )
  })

  test('addresses, paths and dictionaries too', () => {
    const address = parseAddress('0xf8d6e0586b0a20c7')!
    expect(roundTrip(arg.address(address))).toBe(address)
    expect(roundTrip(arg.path('storage', 'vault'))).toBe('/storage/vault')
    const entry = { key: arg.integer('UInt64', 5), value: arg.string('five') }
    expect(roundTrip(arg.dictionary([entry]))).toEqual({ 5: 'five' })
  })
})

describe('decodeEvent', () => {
  const base64 = (json: unknown): string => Buffer.from(JSON.stringify(json)).toString('base64')

  test('returns the fields of a payload', () => {
    const payload = struct('Event', 'flow.AccountCreated', {
      address: { type: 'Address', value: '0x179b6b1cb6755e31' },
    })
    expect(decodeEvent(base64(payload))).toEqual({ address: '0x179b6b1cb6755e31' })
  })

  test('reads bytes in either order of their parts, and leaves text that looks like them', () => {
    const text = '{"value":"7","type":"UInt8"}'
    const payload = struct('Event', 'A.0000000000000001.EVM.Executed', {
      bytes: { type: 'Array', value: [uint8('0'), { value: '255', type: 'UInt8' }, uint8('256')] },
      number: { value: '12', type: 'UInt8' },
      text: { type: 'String', value: text },
      texts: { type: 'Array', value: [{ type: 'String', value: `${text},${text}` }] },
    })
    expect(decodeEvent(base64(payload))).toEqual({
      ...{ bytes: [0n, 255n, 256n], number: 12n },
      ...{ text, texts: [`${text},${text}`] },
    })
  })

  test.each([[1000], [1.5], [-1]])('rejects the bare number %d', (value) => {
    const payload = struct('Event', 'A.0000000000000001.EVM.Executed', { value })
    expect(() => decodeEvent(base64(payload))).toThrow(NodeInvalidResponseError)
  })

  test.each(['', '!!!', base64('text'), base64({ type: 'Event' })])('rejects %j', (payload) => {
    expect(() => decodeEvent(payload)).toThrow(NodeInvalidResponseError)
  })
})

const int = { kind: 'Int' }
const vault = { kind: 'Resource', typeID: 'A.0ae53cb6e3f42a79.FlowToken.Vault', fields: [] }
const entitled = (kind: string, ...ids: string[]) => ({
  kind: 'Reference',
  type: { kind: 'Account' },
  authorization: { kind, entitlements: ids.map((typeID) => ({ kind: 'Entitlement', typeID })) },
})

describe('toTypeIdentifier', () => {
  test.each([
    ['', ''],
    [int, 'Int'],
    [vault, 'A.0ae53cb6e3f42a79.FlowToken.Vault'],
    [{ kind: 'Optional', type: vault }, 'A.0ae53cb6e3f42a79.FlowToken.Vault?'],
    [{ kind: 'VariableSizedArray', type: int }, '[Int]'],
    [{ kind: 'ConstantSizedArray', type: int, size: 3 }, '[Int;3]'],
    [{ kind: 'Dictionary', key: int, value: vault }, '{Int:A.0ae53cb6e3f42a79.FlowToken.Vault}'],
    [{ kind: 'InclusiveRange', element: int }, 'InclusiveRange<Int>'],
    [{ kind: 'Capability', type: int }, 'Capability<Int>'],
    [{ kind: 'Capability', type: '' }, 'Capability'],
    [entitled('Unauthorized'), '&Account'],
    [entitled('EntitlementConjunctionSet', 'Storage', 'Keys'), 'auth(Storage,Keys)&Account'],
    [entitled('EntitlementDisjunctionSet', 'Storage', 'Keys'), 'auth(Storage|Keys)&Account'],
    [entitled('EntitlementMapAuthorization', 'Identity'), 'auth(mapping Identity)&Account'],
    [{ kind: 'Intersection', typeID: '{A.1.B.C}', types: [] }, '{A.1.B.C}'],
  ])('%j has the identifier %s', (json, identifier) => {
    expect(toTypeIdentifier(json)).toBe(identifier)
  })

  test.each([null, 7, {}, { kind: 1 }, { kind: 'Optional' }])('rejects %j', (json) => {
    expect(() => toTypeIdentifier(json)).toThrow(NodeInvalidResponseError)
  })
})

test.each([
  ['&Account', false],
  ['auth(Storage,Keys)&Account', true],
  ['&Capability<auth(A.1.B.Withdraw)&A.1.B.Vault>', true],
  ['Capability<&A.1.B.Authority>', false],
])('%s contains an entitlement: %s', (identifier, expected) => {
  expect(hasEntitlement(identifier)).toBe(expected)
})
