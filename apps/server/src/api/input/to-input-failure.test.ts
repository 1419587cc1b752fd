import { AddressInputSchema, buildTextSchema } from '@app/api/schemas/fields.ts'
import { FLAG_REASON } from '@app/values/limits.ts'
import * as Type from 'typebox'
import { describe, expect, it } from 'vitest'
import { findUnknownFieldFailure, toInputFailure } from './to-input-failure.ts'

const Flag = Type.Object({
  targetAddress: AddressInputSchema,
  reason: buildTextSchema(FLAG_REASON),
  kind: Type.Optional(Type.Enum(['a', 'b'], { type: 'string' })),
  isLoud: Type.Optional(Type.Boolean()),
  minute: Type.Optional(Type.Integer({ minimum: 60, maximum: 600, multipleOf: 60 })),
  votes: Type.Optional(Type.Array(Type.Integer(), { minItems: 1, maxItems: 2 })),
  content: Type.Optional(
    Type.Union([
      Type.Object({ kind: Type.Literal('vote'), id: Type.Integer() }),
      Type.Object({ kind: Type.Literal('appeal'), text: Type.String() }),
    ]),
  ),
  keys: Type.Optional(Type.Array(Type.Object({ keyId: Type.Integer({ minimum: 0 }) }))),
})

const good = { targetAddress: '0xf8d6e0586b0a20c7', reason: 'a good enough reason' }

function findProblems(value: unknown) {
  const { code, message, details } = toInputFailure(Flag, value)
  return { code, message, details }
}

describe('toInputFailure', () => {
  it.each([
    [
      { ...good, reason: 'with a NUL \u0000 in it' },
      'reason',
      'Reason must not have hidden or control characters: its character 12 is U+0000',
    ],
    [
      { ...good, keys: [{ keyId: -1 }] },
      'keys.0.keyId',
      'keys.0.keyId must be a whole number of at least 0',
    ],
    [{ targetAddress: good.targetAddress }, 'reason', /^reason is missing: it must be 10 to 1000/],
    [{ ...good, isLoud: 'true' }, 'isLoud', 'isLoud must be true or false'],
    [
      { ...good, minute: 61 },
      'minute',
      'minute must be a whole number from 60 to 600, a multiple of 60',
    ],
    [
      { ...good, votes: [] },
      'votes',
      'votes must be a list of 1 to 2 entries, each a whole number (it has 0)',
    ],
    [{ ...good, votes: [1, null] }, 'votes.1', 'votes.1 must be a whole number'],
    [
      { ...good, content: { kind: 'x' } },
      'content.kind',
      'content.kind must be one of vote, appeal',
    ],
    [{ ...good, content: {} }, 'content.kind', /^content\.kind is missing: it must be one of vote/],
    [{ ...good, content: { kind: 'vote' } }, 'content.id', /^content\.id is missing/],
    [undefined, 'body', /^body is missing: it must be a JSON object with targetAddress, reason, /],
    [[], 'body', /^body must be a JSON object with targetAddress, reason, kind \(optional\), /],
  ] as const)('reports the field of %j and what is expected', (value, field, message) => {
    const told = findProblems(value)
    expect(told).toMatchObject({ code: 'invalid_request', details: [{ field }] })
    expect(told.details).toEqual([{ field, message: told.message }])
    expect(told.message).toMatch(message)
  })

  it('returns the code and the text of the specification for an invalid address', () => {
    expect(findProblems({ ...good, targetAddress: '0x12' })).toEqual({
      code: 'invalid_address',
      message: 'Invalid Flow address format. Must be 0x followed by 16 hex characters.',
      details: [
        {
          field: 'targetAddress',
          message: 'targetAddress must be 0x followed by 16 hex characters, in any letter case',
        },
      ],
    })
  })

  it('reports every invalid field once', () => {
    const { message, details } = findProblems({ ...good, reason: 7, kind: 7 })
    expect(details).toHaveLength(2)
    expect(message).toBe(
      'reason must be 10 to 1000 visible characters of plain text, without links, mail addresses and hidden characters; kind must be one of a, b',
    )
  })
})

it('a field of another shape is no unknown field: only one of the two can be given', () => {
  const flag = Type.Object({ flagNumber: Type.Integer() })
  const freeze = Type.Object({ freezeNumber: Type.Integer() })
  const Appeal = Type.Object({ against: Type.Union([flag, freeze]) })
  const find = (against: object) =>
    findUnknownFieldFailure(Appeal, { against }, 'a field of this body')
  expect(find({ flagNumber: 1, freezeNumber: 2 })?.message).toBe(
    "'against.freezeNumber' cannot be given together with flagNumber. Allowed in against: flagNumber.",
  )
  expect(find({ flagNumber: 1, other: 2 })?.message).toBe(
    "'against.other' is not a field of this body. Allowed in against: flagNumber.",
  )
})

it.each([
  [{ ...good, xyz: 1 }, "'xyz' is not a field of this body. Allowed: targetAddress, reason, "],
  [{ ...good, reson: 1 }, "'reson' is not a field of this body: did you mean 'reason'? Allowed: "],
  [
    { ...good, keys: [{ keyID: 1 }] },
    "'keys.0.keyID' is not a field of this body: did you mean 'keys.0.keyId'?",
  ],
  [JSON.parse('{"__proto__":1}'), "'__proto__' is not a field of this body. "],
])('an unknown field is named, with the one that was meant: %j', (value, message) => {
  const failure = findUnknownFieldFailure(Flag as never, value, 'a field of this body')
  expect(failure?.message.startsWith(message), failure?.message).toBe(true)
})
