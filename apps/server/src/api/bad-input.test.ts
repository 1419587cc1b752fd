import type { FailureCode } from '@app/api/routes/failures.ts'
import type { Route } from '@app/api/routes/route.ts'
import { ROUTES } from '@app/api/routes/routes.ts'
import type { FieldAnnotation } from '@app/api/schemas/fields.ts'
import type { InjectOptions } from 'fastify'
import type { TSchema } from 'typebox'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { writeIndexedRows } from '../testing/ledger.ts'
import {
  buildRequestWithBody,
  buildValidRequest,
  TEST_ACCOUNT,
  TEST_CASE_ID,
} from './testing/build-valid-request.ts'
import { expectDocumentedResponse, expectFailure } from './testing/expect-documented-response.ts'
import { openTestApi, type TestApi } from './testing/open-test-api.ts'

let api: TestApi

beforeAll(async () => {
  api = await openTestApi()
  await writeIndexedRows(api.context, {}, 5)
})

afterAll(() => api.finish())

type BadCase = [what: string, request: InjectOptions, code: FailureCode]

const listFields = (schema: TSchema | undefined): [string, FieldAnnotation & TSchema][] =>
  Object.entries((schema as { properties?: object } | undefined)?.properties ?? {})

const getFailure = (field: FieldAnnotation): FailureCode => field['x-failure'] ?? 'invalid_request'

const BAD_ADDRESSES = [
  '0x12',
  'f8d6e0586b0a20c7',
  '0Xf8d6e0586b0a20c7',
  '0xf8d6e0586b0a20c7f',
  '0x%00f8d6e0586b0a20',
  "0x' or 1=1 --%20a",
  '..%2F..%2Fetc%2Fpasswd',
  '__proto__',
  'x'.repeat(8_000),
  encodeURIComponent('０ｘｆ８ｄ６ｅ０５８６ｂ０ａ２０ｃ７'),
]

/** Testnet's service account, and an address of the local network with one digit changed. */
const FOREIGN_ADDRESSES = ['0x8c5303eaa26202d6', '0x0000000000000000', '0xf8d6e0586b0a20c8']

const BAD_NUMBERS = ['x', '-1', '1.5', '9'.repeat(16), '%00', '1e3']

/** A line feed would add a line to a signed text. */
const BAD_CASE_IDS = ['a%20b', 'x'.repeat(65), '%00', 'a%0AChoice', '%C3%A9']

const listBadPaths = (route: Route): BadCase[] =>
  listFields(route.params).flatMap(([name, field]) => {
    const fill = (texts: string[], code: FailureCode) =>
      texts.map((text): BadCase => {
        const url = route.url
          .replace(`:${name}`, text)
          .replace(/:address/, TEST_ACCOUNT)
          .replace(/:caseId/, TEST_CASE_ID)
        return [`${name} ${text.slice(0, 30)}`, { ...buildValidRequest(route), url }, code]
      })
    const code = field['x-failure']
    if (code === undefined)
      return fill(name === 'caseId' ? BAD_CASE_IDS : BAD_NUMBERS, 'invalid_request')
    const foreign = code === 'invalid_address' ? FOREIGN_ADDRESSES : []
    return [
      ...fill(BAD_ADDRESSES, code),
      ...fill(foreign, 'address_not_on_network'),
      ...fill(['%zz', '%ff'], 'malformed_request'),
    ]
  })

const getPath = (url: string) => String(url.split('?')[0])

const listBadQueries = (route: Route): BadCase[] =>
  listFields(route.query).flatMap(([name, field]) => {
    const { url, ...rest } = buildValidRequest(route)
    const give = (text: string, code: FailureCode): BadCase => [
      `query ${name}=${text.slice(0, 20)}`,
      { ...rest, url: `${getPath(url)}?${name}=${text}` },
      code,
    ]
    const texts = ['', 'x%00y', '-1', 'x'.repeat(2_000)]
    return [
      ...texts.map((text) => give(text, getFailure(field))),
      give(`a&${name}=b`, 'invalid_request'),
    ]
  })

function listBadBodies(route: Route): BadCase[] {
  if (route.method === 'GET') return []
  const good = (route.bodyExample ?? {}) as Record<string, unknown>
  const send = (body: unknown, code: FailureCode, type?: string): BadCase => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    return [`body ${text.slice(0, 40)}`, buildRequestWithBody(route, text, type), code]
  }
  return [
    ...['{"address":', 'hello', '{"__proto__":{"isAdmin":true}}', '[['].map((text) =>
      send(text, 'invalid_json'),
    ),
    send({ ...good, more: 'x'.repeat(70_000) }, 'body_too_large'),
    ...['application/x-www-form-urlencoded', 'text/plain', 'nonsense'].map((type) =>
      send('a=b', 'unsupported_content_type', type),
    ),
    ...[{ ...good, colour: 'red' }, [], [{}], 7, true].map((body) => send(body, 'invalid_request')),
    // Each field with a wrong type; the functions of `input/` have tests of all that can be wrong with one.
    ...listFields(route.body).map(([name, field]) =>
      send({ ...good, [name]: 7 }, getFailure(field)),
    ),
  ]
}

it.each(ROUTES.map((route) => [route.operationId, route] as const))(
  '%s refuses what is wrong, by name, and accepts what is right',
  async (_name, route) => {
    const cases = [...listBadPaths(route), ...listBadQueries(route), ...listBadBodies(route)]
    for (const [what, request, code] of cases) {
      const response = await api.app.inject(request)
      expect(response.json().code, what).toBe(code)
      expectDocumentedResponse(route, response)
    }
    await expectUnknownNamesRefused(route)
    const { url, ...rest } = buildValidRequest(route)
    const patched = await api.app.inject({ ...rest, url, method: 'PATCH' })
    expect(expectFailure(patched)).toBe('method_not_allowed')
    expect(String(patched.headers.allow)).toContain(route.method)
    if (route.contentType === 'text/event-stream') return
    const answer = await api.app.inject({ ...rest, url })
    expect([200, 401, 403, 404]).toContain(answer.statusCode)
    expectDocumentedResponse(route, answer)
  },
)

/** Unknown parameters are refused by name, and the known ones are listed. */
async function expectUnknownNamesRefused(route: Route): Promise<void> {
  const { url, ...rest } = buildValidRequest(route)
  const unknown = { ...rest, url: `${getPath(url)}?colour=red&__proto__=1` }
  const response = await api.app.inject(unknown)
  const known = listFields(route.query).map(([name]) => name)
  expect(response.json()).toMatchObject({
    code: 'invalid_request',
    message: expect.stringContaining(`Allowed: ${known.join(', ') || 'none'}.`),
    details: [{ field: 'colour' }, { field: '__proto__' }],
  })
}

it('repeats of a long name, which may be a pasted key, only the start', async () => {
  const key = '0123456789abcdef'.repeat(4)
  const [route] = ROUTES.filter(({ body }) => body !== undefined)
  const inBody = buildRequestWithBody(route as Route, JSON.stringify({ [key]: key }))
  for (const request of [inBody, { url: `/v1/actions?${key}=1` }]) {
    const { body } = await api.app.inject(request)
    expect(body).toContain("'01234567…' is not")
    expect(body).not.toContain(key.slice(0, 9))
  }
})

it.each([
  ['GET', '/'],
  ['GET', '/v1/score'],
  ['POST', '/v1/score'],
  ['GET', `/v1/score//${TEST_ACCOUNT}`],
  ['GET', '/%2e%2e/%2e%2e/etc/passwd'],
  ['GET', `/${'x'.repeat(9_000)}`],
  ['DELETE', '/nothing'],
] as const)('there is no %s %s', async (method, url) => {
  const response = await api.app.inject({ method, url })
  expect(expectFailure(response)).toBe('route_not_found')
  expect(response.json().message.length).toBeLessThan(250)
})

it('an unknown path is rejected before its body is read, and a known one may end with a slash', async () => {
  const headers = { 'content-type': 'text/plain' }
  const request = { method: 'POST', url: '/nothing', headers, payload: '{' } as const
  expect(expectFailure(await api.app.inject(request))).toBe('route_not_found')
  expect((await api.app.inject({ url: '/v1/network/' })).statusCode).toBe(200)
})
