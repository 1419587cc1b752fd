import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { acceptOnlyJson } from './create-app.ts'
import { registerErrorHandler } from './register-error-handler.ts'

let app: FastifyInstance

beforeAll(() => {
  app = Fastify()
  registerErrorHandler(app)
  acceptOnlyJson(app)
  app.post('/', ({ body }) => ({ body }))
})

afterAll(() => app.close())

async function post(payload: string | Buffer) {
  const headers = { 'content-type': 'application/json' }
  return (await app.inject({ method: 'POST', url: '/', headers, payload })).json()
}

it.each([
  ['hello', 'expected a value at line 1, column 1.'],
  ['{"a":}', 'expected a value at line 1, column 6.'],
  ['{"a":1', "expected ',' or '}' at line 1, column 7."],
  ['{"a" 1}', "expected ':' at line 1, column 6."],
  ['{\n  "a": 1,\n}', 'expected a name in double quotes at line 3, column 1.'],
  ["{'a': 1}", 'expected a name in double quotes at line 1, column 2.'],
  ['{"a":1} // more', 'expected the end of the text at line 1, column 9.'],
  ['[[1], {"a": [true}]', "expected ',' or ']' at line 1, column 18."],
  ['"text', 'expected a value at line 1, column 1.'],
  ['[01]', "expected ',' or ']' at line 1, column 3."],
])('names the place where %j stops being JSON', async (body, place) => {
  expect(await post(body)).toEqual({
    code: 'invalid_json',
    message: `The body is not valid JSON: ${place}`,
  })
})

it('names the end of brackets that are nested deeply', async () => {
  const { message } = await post('['.repeat(60_000))
  expect(message).toContain('expected a value at line 1, column 60001.')
})

it.each(['{"__proto__":{}}', '{"constructor":{"prototype":{}}}'])(
  'names the field that makes %s dangerous',
  async (body) => expect((await post(body)).message).toContain("a field '__proto__'"),
)

it('refuses bytes that are no characters, which a lenient decoder would replace', async () => {
  const { code, message } = await post(Buffer.from('{"reason":"caf\xe9"}', 'latin1'))
  expect([code, message]).toEqual([
    'invalid_json',
    'The body is not UTF-8: it has bytes that are no characters.',
  ])
})

it('takes JSON, and an empty body as none', async () => {
  expect(await post('{"a":[1]}')).toEqual({ body: { a: [1] } })
  expect(await post(' ')).toEqual({})
})
