import { AddressInputSchema, buildLimitSchema, buildReasonSchema } from '@app/api/schemas/fields.ts'
import * as Type from 'typebox'
import { Compile } from 'typebox/compile'
import { describe, expect, it } from 'vitest'
import { toInputFailure } from './to-input-failure.ts'

const Flag = Type.Object({
  targetAddress: AddressInputSchema,
  reason: buildReasonSchema(10),
  count: Type.Optional(buildLimitSchema(5, 9)),
  isSure: Type.Optional(Type.Boolean()),
  kind: Type.Optional(Type.Enum(['a', 'b'], { type: 'string' })),
  keys: Type.Optional(Type.Array(Type.Object({ keyId: Type.Integer({ minimum: 0 }) }))),
})

const good = { targetAddress: '0xf8d6e0586b0a20c7', reason: 'a good enough reason' }

function findProblems(value: unknown) {
  const { code, message, details } = toInputFailure(Flag, Compile(Flag).Errors(value))
  return { code, message, details }
}

describe('toInputFailure', () => {
  it.each([
    [{ ...good, reason: 'short' }, 'reason', 'Reason must be at least 10 characters'],
    [{ ...good, reason: 'x'.repeat(1001) }, 'reason', 'Reason must be at most 1000 characters'],
    [
      { ...good, reason: 'with a NUL \u0000 in it' },
      'reason',
      'Reason must be plain text without control characters',
    ],
    [{ ...good, count: 10 }, 'count', 'count must be a whole number from 1 to 9'],
    [{ ...good, count: 1.5 }, 'count', 'count must be a whole number from 1 to 9'],
    [{ ...good, isSure: 'true' }, 'isSure', 'isSure must be true or false'],
    [{ ...good, kind: 'c' }, 'kind', 'kind must be one of a, b'],
    [{ ...good, keys: {} }, 'keys', 'keys must be a list'],
    [
      { ...good, keys: [{ keyId: -1 }] },
      'keys.0.keyId',
      'keys.0.keyId must be a whole number of at least 0',
    ],
    [
      { targetAddress: good.targetAddress },
      'reason',
      'reason is missing: it must be 10 to 1000 characters of plain text',
    ],
    [
      [],
      'body',
      'body must be a JSON object with targetAddress, reason, count, isSure, kind, keys',
    ],
  ])('reports the field of %j and what is expected', (value, field, message) => {
    expect(findProblems(value)).toEqual({
      code: 'invalid_request',
      message,
      details: [{ field, message }],
    })
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
      'reason must be 10 to 1000 characters of plain text; kind must be one of a, b',
    )
  })
})
