import { buildLimitSchema } from '@app/api/schemas/fields.ts'
import * as Type from 'typebox'
import { describe, expect, it } from 'vitest'
import { parseQuery } from './parse-query.ts'

const Query = Type.Object({
  limit: Type.Optional(buildLimitSchema(100, 500)),
  code: Type.Optional(Type.String()),
})

describe('typedQuery', () => {
  it('reads whole numbers and keeps texts', () => {
    expect(parseQuery(Query, { limit: '7', code: '7' })).toEqual({ limit: 7, code: '7' })
  })

  it('leaves out what is not given', () => {
    expect(parseQuery(Query, {})).toEqual({})
  })

  it.each(['1e1', ' 5', '', '5.5', '0x10', 'true', '5abc', '99999999999999999999'])(
    'leaves %j as text, for the check to refuse',
    (limit) => {
      expect(parseQuery(Query, { limit })).toEqual({ limit })
    },
  )

  it('leaves a repeated key as the list that it is', () => {
    expect(parseQuery(Query, { limit: ['5', '6'] })).toEqual({ limit: ['5', '6'] })
  })

  it('drops what is not declared, inherited names included', () => {
    expect(parseQuery(Query, JSON.parse('{"__proto__":{"code":"x"},"other":1}'))).toEqual({})
  })
})
