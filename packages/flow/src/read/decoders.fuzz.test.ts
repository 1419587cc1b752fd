import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseCadenceError } from '../decode/classify-transaction-failure.ts'
import { decodeCadence, decodeEvent } from '../decode/decode-cadence.ts'
import {
  NodeBehindError,
  NodeBusyError,
  NodeInvalidResponseError,
  NodeNotFoundError,
  NodeRefusedError,
} from '../errors.ts'
import { parseNodeResponse } from '../http/node-client.ts'
import { anyJson } from '../testing/arbitrary-cadence.ts'
import {
  parseAccount,
  parseBlock,
  parseBlockEvents,
  parseNodeVersion,
  parseTransactionArguments,
  parseTransactionResult,
  parseTransactionRoles,
} from './parse-responses.ts'

/** Asserts that a call returns, or throws one of these errors and nothing else. */
function expectReadable(
  run: () => unknown,
  errors: readonly (abstract new (...args: never[]) => Error)[] = [NodeInvalidResponseError],
): void {
  try {
    run()
  } catch (error) {
    expect(errors.find((kind) => error instanceof kind) ?? error).toBeOneOf([...errors])
  }
}

const cdc = (type: string, value: unknown) => ({ type, value })
const toBase64 = (value: unknown) => Buffer.from(JSON.stringify(value) ?? '').toString('base64')

const ADDRESS = cdc('Address', '0xf8d6e0586b0a20c7')
const REFERENCE = {
  kind: 'Reference',
  type: { kind: 'Dictionary', key: { kind: 'Int' }, value: { kind: 'Optional', type: 'Bool' } },
  authorization: {
    kind: 'EntitlementConjunctionSet',
    entitlements: [{ kind: 'Entitlement', typeID: 'Storage' }],
  },
}
const STRUCT = {
  id: 'A.01.T',
  fields: [
    { name: 'bytes', value: cdc('Array', [cdc('UInt8', '1'), cdc('Optional', null)]) },
    { name: 'price', value: cdc('UFix64', '1.00000000') },
    { name: 'capability', value: cdc('Capability', { address: '0x1', borrowType: REFERENCE }) },
    { name: 'path', value: cdc('Path', { domain: 'public', identifier: 'flow' }) },
    { name: 'type', value: cdc('Type', { staticType: REFERENCE }) },
    { name: 'kind', value: cdc('Enum', { fields: [{ name: 'rawValue', value: ADDRESS }] }) },
  ],
}
/** A value with every kind of part. */
const VALUE = cdc('Dictionary', [{ key: ADDRESS, value: cdc('Struct', STRUCT) }])
const EVENT = cdc('Event', STRUCT)
const EVENTS = [
  {
    type: 'A.01.T',
    transaction_id: 'ab',
    transaction_index: '1',
    event_index: '2',
    payload: toBase64(EVENT),
  },
]

/** What each parser reads. */
const ANSWERS: [string, (answer: unknown) => unknown, unknown][] = [
  [
    'a block',
    parseBlock,
    [{ header: { height: '7', id: 'ab', parent_id: 'cd', timestamp: '2026-11-23' } }],
  ],
  [
    'events',
    parseBlockEvents,
    { block_height: '7', block_id: 'ab', block_timestamp: '2026-11-23', events: EVENTS },
  ],
  [
    'roles',
    parseTransactionRoles,
    { id: 'ab', proposal_key: { address: '0x1' }, payer: '0x1', authorizers: ['0x1'] },
  ],
  ['arguments', parseTransactionArguments, { arguments: [toBase64(VALUE)] }],
  [
    'an account',
    parseAccount,
    {
      address: 'f8d6e0586b0a20c7',
      balance: '1',
      keys: [{ index: '0', public_key: '0xab', weight: '1000', sequence_number: '1' }],
    },
  ],
  [
    'a version',
    parseNodeVersion,
    { semver: 'v1', spork_id: 'a', spork_root_block_height: '1', node_root_block_height: '1' },
  ],
  [
    'a result',
    (answer) => parseTransactionResult('ab', answer),
    { status: 'Sealed', error_message: '', block_id: 'ab', events: EVENTS },
  ],
  ['a value', decodeCadence, VALUE],
  ['an event', (event) => decodeEvent(toBase64(event)), EVENT],
]

/** Returns a copy of JSON, of which the values at these places, counted from outside, are others. */
function replaceValues(json: unknown, others: ReadonlyMap<number, unknown>): unknown {
  let place = 0
  const copy = (value: unknown): unknown => {
    const here = place++
    if (others.has(here)) return others.get(here)
    if (Array.isArray(value)) return value.map(copy)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, copy(part)]))
  }
  return copy(json)
}

test.each(ANSWERS)(
  'an answer as %s is read, or is a NodeInvalidResponseError',
  (_, parse, answer) => {
    const others = fc.array(fc.tuple(fc.nat(60), anyJson), { maxLength: 3 })
    fc.assert(
      fc.property(others, (places) =>
        expectReadable(() => parse(replaceValues(answer, new Map(places)))),
      ),
    )
  },
)

test('an answer with any status and text is read, or is one of the errors of nodes', () => {
  const errors = [
    ...[NodeInvalidResponseError, NodeNotFoundError, NodeBehindError],
    ...[NodeBusyError, NodeRefusedError],
  ]
  const raw = fc.record({
    node: fc.constant('http://127.0.0.1:1'),
    call: fc.record({ kind: fc.constantFrom('other', 'send'), path: fc.constant('/x') }),
    status: fc.oneof(fc.integer({ min: 200, max: 599 }), fc.constantFrom(200, 400, 404, 500)),
    headers: fc.record(
      { 'retry-after': fc.oneof(fc.string(), fc.array(fc.string()), fc.nat().map(String)) },
      { requiredKeys: [] },
    ),
    text: fc.oneof(
      fc.string(),
      anyJson.map((value) => JSON.stringify(value)),
    ),
  })
  fc.assert(
    fc.property(raw, (response) =>
      expectReadable(
        () => parseNodeResponse(response as Parameters<typeof parseNodeResponse>[0]),
        errors,
      ),
    ),
  )
})

test('an answer that is nested without end is a NodeInvalidResponseError', () => {
  let value: unknown = cdc('Bool', true)
  let staticType: unknown = ''
  for (let depth = 0; depth < 100_000; depth += 1) {
    value = cdc('Optional', value)
    staticType = { kind: 'Optional', type: staticType }
  }
  for (const nested of [value, cdc('Type', { staticType })])
    expect(() => decodeCadence(nested)).toThrow(NodeInvalidResponseError)
})

test('any text of an error has a message', () => {
  const parts = fc.constantFrom('[Error Code: 1101] ', 'error: ', '\n', 'panic: no', ' ', '')
  const texts = fc.array(fc.oneof(parts, fc.string()), { maxLength: 6 }).map((all) => all.join(''))
  fc.assert(
    fc.property(texts, (text) => {
      expect(parseCadenceError(text).message).toBeTypeOf('string')
    }),
  )
})
