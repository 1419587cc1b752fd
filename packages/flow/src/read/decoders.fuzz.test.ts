import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseCadenceError } from '../decode/classify-transaction-failure.ts'
import {
  decodeCadence,
  decodeEvent,
  decodeFields,
  parseFixedPoint,
  toTypeIdentifier,
} from '../decode/decode-cadence.ts'
import {
  NodeBehindError,
  NodeBusyError,
  NodeInvalidResponseError,
  NodeNotFoundError,
  NodeRefusedError,
} from '../errors.ts'
import { parseNodeResponse } from '../http/node-client.ts'
import { almostCadence, almostType, anyJson } from '../testing/arbitrary-cadence.ts'
import {
  parseAccount,
  parseBlock,
  parseBlockEvents,
  parseEvents,
  parseNodeVersion,
  parseTransactionArguments,
  parseTransactionResult,
  parseTransactionRoles,
} from './parse-responses.ts'

/** Asserts that a call returns, or throws one of the documented errors and nothing else. */
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

const asPayload = (value: unknown) => Buffer.from(JSON.stringify(value) ?? '').toString('base64')

const almostEvent = fc
  .record(
    {
      type: fc.oneof(anyJson, fc.string()),
      transaction_id: fc.oneof(anyJson, fc.string()),
      transaction_index: fc.oneof(anyJson, fc.nat().map(String)),
      event_index: fc.oneof(anyJson, fc.nat().map(String)),
      payload: fc.oneof(
        anyJson,
        fc.string(),
        almostCadence.map((value) => asPayload({ type: 'Event', value: { fields: [value] } })),
      ),
    },
    { requiredKeys: [] },
  )
  .map((event) => event as unknown)

const text = fc.oneof(fc.string(), fc.constantFrom('1', '-5', '0x', 'f8d6e0586b0a20c7'))
const field = fc.oneof({ weight: 3, arbitrary: text }, anyJson)
const time = fc.oneof(field, fc.constant('2026-11-23T12:00:00.5Z'))
const height = fc.oneof(field, fc.nat().map(String))

/** Answers with the fields that are read, each right or wrong. */
const ANSWERS: [string, (answer: unknown) => unknown, fc.Arbitrary<unknown>][] = [
  [
    'a block',
    parseBlock,
    fc.array(
      fc.record({ header: fc.record({ height, id: field, parent_id: field, timestamp: time }) }),
    ),
  ],
  [
    'events of a block',
    parseBlockEvents,
    fc.record({
      block_height: height,
      block_id: field,
      block_timestamp: time,
      events: fc.array(fc.oneof(almostEvent, anyJson), { maxLength: 3 }),
    }),
  ],
  ['events', parseEvents, fc.array(almostEvent, { maxLength: 3 })],
  [
    'the roles of a transaction',
    parseTransactionRoles,
    fc.record({
      id: field,
      proposal_key: fc.oneof(anyJson, fc.record({ address: field })),
      payer: field,
      authorizers: fc.oneof(anyJson, fc.array(field, { maxLength: 3 })),
    }),
  ],
  [
    'the arguments of a transaction',
    parseTransactionArguments,
    fc.record({
      arguments: fc.array(fc.oneof(anyJson, almostCadence.map(asPayload)), { maxLength: 3 }),
    }),
  ],
  [
    'an account',
    parseAccount,
    fc.record({
      address: fc.oneof(field, fc.constant('f8d6e0586b0a20c7')),
      balance: height,
      keys: fc.array(
        fc.record({
          index: height,
          public_key: field,
          signing_algorithm: field,
          hashing_algorithm: field,
          weight: height,
          revoked: anyJson,
          sequence_number: height,
        }),
        { maxLength: 2 },
      ),
    }),
  ],
  [
    'a version',
    parseNodeVersion,
    fc.record({
      semver: field,
      spork_id: field,
      spork_root_block_height: height,
      node_root_block_height: height,
    }),
  ],
  [
    'a result',
    (answer) => parseTransactionResult('ab', answer),
    fc.record(
      {
        status: field,
        error_message: field,
        block_id: field,
        events: fc.array(almostEvent, { maxLength: 2 }),
      },
      { requiredKeys: [] },
    ),
  ],
]

describe('an answer of the node', () => {
  test.each(ANSWERS)('as %s is read, or is a NodeInvalidResponseError', (_, parse, almost) => {
    fc.assert(
      fc.property(fc.oneof({ weight: 4, arbitrary: almost }, anyJson), (answer) =>
        expectReadable(() => parse(answer)),
      ),
    )
  })

  test('with any status and text is read, or is one of the errors of nodes', () => {
    const errors = [
      NodeInvalidResponseError,
      NodeNotFoundError,
      NodeBehindError,
      NodeBusyError,
      NodeRefusedError,
    ]
    const raw = fc.record({
      node: fc.constant('http://127.0.0.1:1'),
      call: fc.record({
        kind: fc.constantFrom('other', 'send', 'events'),
        path: fc.constant('/x'),
      }),
      status: fc.oneof(fc.integer({ min: 200, max: 599 }), fc.constantFrom(200, 400, 404, 500)),
      headers: fc.record(
        { 'retry-after': fc.oneof(fc.string(), fc.array(fc.string()), fc.nat().map(String)) },
        { requiredKeys: [] },
      ),
      text: fc.oneof(
        fc.string(),
        anyJson.map((value) => JSON.stringify(value) ?? ''),
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

  test('that is nested without end is a NodeInvalidResponseError', () => {
    const nest = (depth: number, type: string, wrap: (inner: unknown) => unknown) => {
      let value: unknown = { type: 'Void' }
      for (let i = 0; i < depth; i += 1) value = { type, value: wrap(value) }
      return value
    }
    const deep = [
      nest(100_000, 'Optional', (inner) => inner),
      nest(100_000, 'Array', (inner) => [inner]),
      nest(100_000, 'Struct', (inner) => ({ fields: [{ name: 'a', value: inner }] })),
    ]
    for (const value of deep) {
      expect(() => decodeCadence(value)).toThrow(NodeInvalidResponseError)
    }
    let type: unknown = ''
    for (let i = 0; i < 100_000; i += 1) type = { kind: 'Optional', type }
    expect(() => decodeCadence({ type: 'Type', value: { staticType: type } })).toThrow(
      NodeInvalidResponseError,
    )
  })
})

describe('JSON-CDC', () => {
  test('is decoded, or is a NodeInvalidResponseError', () => {
    fc.assert(
      fc.property(almostCadence, (value) => {
        expectReadable(() => decodeCadence(value))
        expectReadable(() => decodeFields(value))
      }),
    )
  })

  test('in a payload is decoded, or is a NodeInvalidResponseError', () => {
    const payload = fc.oneof(fc.string(), fc.base64String(), almostCadence.map(asPayload))
    fc.assert(fc.property(payload, (given) => expectReadable(() => decodeEvent(given))))
  })

  test('of a type is a text', () => {
    fc.assert(
      fc.property(almostType, (type) =>
        expectReadable(() => expect(toTypeIdentifier(type)).toBeTypeOf('string')),
      ),
    )
  })
})

test('a fixed-point number is units, or a NodeInvalidResponseError', () => {
  fc.assert(
    fc.property(fc.oneof(text, fc.double().map(String)), (given) =>
      expectReadable(() => expect(parseFixedPoint(given, 8)).toBeTypeOf('bigint')),
    ),
  )
})

test('any text of an error has a message', () => {
  const parts = fc.constantFrom('[Error Code: 1101] ', 'error: ', '\n', 'panic: no', ' ', '')
  const given = fc.array(fc.oneof(parts, fc.string()), { maxLength: 6 }).map((all) => all.join(''))
  fc.assert(
    fc.property(given, (value) => {
      expect(parseCadenceError(value).message).toBeTypeOf('string')
    }),
  )
})
