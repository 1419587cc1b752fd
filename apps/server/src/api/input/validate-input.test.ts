import { buildLimitSchema, buildTextSchema } from '@app/api/schemas/fields.ts'
import { FLAG_REASON } from '@app/values/limits.ts'
import * as Type from 'typebox'
import { describe, expect, it } from 'vitest'
import { compileValidator, parseQuery } from './validate-input.ts'

const Query = Type.Object({
  limit: Type.Optional(buildLimitSchema(100, 500)),
  code: Type.Optional(Type.String()),
})

describe('parseQuery', () => {
  it('converts whole numbers and leaves texts unchanged', () => {
    expect(parseQuery(Query, { limit: '7', code: '7' })).toEqual({ limit: 7, code: '7' })
  })

  it.each(['1e1', ' 5', '', '5.5', '0x10', 'true', '5abc', '99999999999999999999'])(
    'leaves %j as text, for the check to refuse',
    (limit) => {
      expect(parseQuery(Query, { limit })).toEqual({ limit })
    },
  )

  it('drops undeclared fields, including inherited names', () => {
    expect(parseQuery(Query, JSON.parse('{"__proto__":{"code":"x"},"other":1}'))).toEqual({})
  })
})

it('a parameter that is given twice is refused for that', () => {
  const check = compileValidator({
    schema: Query,
    httpPart: 'querystring',
    method: 'GET',
    url: '/',
  })
  expect(check({ limit: '5', code: ['a', 'b', 'c'] })).toMatchObject({
    error: { code: 'invalid_request', message: 'code is given 3 times: give it once' },
  })
})

it('texts of people in a body are normalized before they are checked', () => {
  const check = compileValidator({
    schema: Type.Object({ reason: buildTextSchema(FLAG_REASON), other: Type.String() }),
    httpPart: 'body',
    method: 'POST',
    url: '/',
  })
  const other = ' e\u0301\r\n'
  expect(check({ reason: ' \uFEFFHe took\r\nit al\u00ADl e\u0301 \u200F', other })).toEqual({
    value: { reason: 'He took\nit all é', other },
  })
  expect(check({ reason: ' He took \u2800\u00AD\u2800  ', other })).toMatchObject({
    error: { message: 'Reason must be at least 10 characters' },
  })
})
