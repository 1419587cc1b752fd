import { buildUrl } from '@app/api/client/client.ts'
import type { FailureCode } from '@app/api/routes/failures.ts'
import type { Route } from '@app/api/routes/route.ts'
import { ROUTES } from '@app/api/routes/routes.ts'
import type { FieldAnnotation } from '@app/api/schemas/fields.ts'
import type { InjectOptions } from 'fastify'
import type { TSchema } from 'typebox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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

interface BadCase {
  what: string
  request: InjectOptions
  code: FailureCode
}

const buildBadCase = (what: string, request: InjectOptions, code: FailureCode): BadCase => ({
  what,
  request,
  code,
})

const listFields = (schema: TSchema | undefined): [string, FieldAnnotation & TSchema][] =>
  Object.entries((schema as { properties?: object } | undefined)?.properties ?? {})

const isAddress = (field: FieldAnnotation) => field['x-failure'] === 'invalid_address'

const getFailure = (field: FieldAnnotation): FailureCode => field['x-failure'] ?? 'invalid_request'

const BAD_ADDRESSES = [
  '0x12',
  'f8d6e0586b0a20c7',
  '0Xf8d6e0586b0a20c7',
  '0xf8d6e0586b0a20c7f',
  '0xf8d6e0586b0a20cg',
  '0x%00f8d6e0586b0a20',
  'null',
  '%20',
  "0x' or 1=1 --%20a",
  '..%2F..%2Fetc%2Fpasswd',
  '__proto__',
  'x'.repeat(8_000),
  '０ｘｆ８ｄ６ｅ０５８６ｂ０ａ２０ｃ７',
]

/** Testnet's service account, and an address of the local network with one digit changed. */
const FOREIGN_ADDRESSES = ['0x8c5303eaa26202d6', '0x0000000000000000', '0xf8d6e0586b0a20c8']

const BAD_NUMBERS = ['x', '-1', '1.5', '9'.repeat(16), '%00', '1e3']

/** A line feed would add a line to a signed text. */
const BAD_CASE_IDS = ['a%20b', 'x'.repeat(65), '%00', 'a%0AChoice', '%C3%A9']

function listBadPaths(route: Route): BadCase[] {
  return listFields(route.params).flatMap(([name, field]) => {
    const at = (text: string) => ({
      ...buildValidRequest(route),
      url: route.url
        .replace(`:${name}`, text)
        .replace(/:address/, TEST_ACCOUNT)
        .replace(/:caseId/, TEST_CASE_ID),
    })
    const code = field['x-failure']
    if (code === undefined) {
      const wrong = name === 'caseId' ? BAD_CASE_IDS : BAD_NUMBERS
      return wrong.map((text) => buildBadCase(`${name} ${text}`, at(text), 'invalid_request'))
    }
    return [
      ...BAD_ADDRESSES.map((text) =>
        buildBadCase(`address ${text.slice(0, 30)}`, at(encodeIfPlain(text)), code),
      ),
      ...(isAddress(field) ? FOREIGN_ADDRESSES : []).map((text) =>
        buildBadCase(`address ${text}`, at(text), 'address_not_on_network'),
      ),
      buildBadCase('address %zz', at('%zz'), 'malformed_request'),
      buildBadCase('address %ff', at('%ff'), 'malformed_request'),
    ]
  })
}

const encodeIfPlain = (text: string) => (text.includes('%') ? text : encodeURIComponent(text))

const getPath = (url: string) => String(url.split('?')[0])

function listBadQueries(route: Route): BadCase[] {
  return listFields(route.query).flatMap(([name, field]) => {
    const code = getFailure(field)
    const texts = ['', 'x%00y', '-1', 'x'.repeat(2_000)].map((text) => [text, code] as const)
    return [...texts, [`a&${name}=b`, 'invalid_request'] as const].map(([text, code]) => {
      const { url, ...rest } = buildValidRequest(route)
      const request = { ...rest, url: `${getPath(url)}?${name}=${text}` }
      return buildBadCase(`query ${name}=${text.slice(0, 20)}`, request, code)
    })
  })
}

function listBadBodies(route: Route): BadCase[] {
  if (route.method === 'GET') return []
  const good = (route.bodyExample ?? {}) as Record<string, unknown>
  const body = (what: string, text: string, code: FailureCode) =>
    buildBadCase(`body ${what}`, buildRequestWithBody(route, text), code)
  const anyBody = [
    body('cut off', '{"address":', 'invalid_json'),
    body('not JSON', 'hello', 'invalid_json'),
    body('with __proto__', '{"__proto__":{"isAdmin":true}}', 'invalid_json'),
    body('with constructor', '{"constructor":{"prototype":{}}}', 'invalid_json'),
    body('too large', JSON.stringify({ ...good, more: 'x'.repeat(70_000) }), 'body_too_large'),
    body('nested deeply', '['.repeat(route.body === undefined ? 1_000 : 30_000), 'invalid_json'),
    buildBadCase('a form', buildRequestWithBody(route, 'a=b', FORM), 'unsupported_content_type'),
    buildBadCase(
      'plain text',
      buildRequestWithBody(route, 'hello', 'text/plain'),
      'unsupported_content_type',
    ),
    buildBadCase(
      'no type at all',
      buildRequestWithBody(route, '{}', 'nonsense'),
      'unsupported_content_type',
    ),
  ]
  const more = JSON.stringify({ ...good, colour: 'red' })
  anyBody.push(body('with a field too many', more, 'invalid_request'))
  const noObjects = [[], [1], [{}], 'text', 7, true].map((value) => JSON.stringify(value))
  anyBody.push(...noObjects.map((text) => body(text, text, 'invalid_request')))
  return route.body === undefined ? anyBody : [...anyBody, ...listBadObjects(route, good)]
}

const FORM = 'application/x-www-form-urlencoded'

/** Each field with a wrong type; `violations.test.ts` has all that can be wrong with a field. */
const listBadObjects = (route: Route, good: Record<string, unknown>): BadCase[] =>
  listFields(route.body).map(([name, field]) =>
    buildBadCase(
      `body with ${name} 7`,
      buildRequestWithBody(route, JSON.stringify({ ...good, [name]: 7 })),
      getFailure(field),
    ),
  )

const listBadCases = (route: Route) => [
  ...listBadPaths(route),
  ...listBadQueries(route),
  ...listBadBodies(route),
]

const listOtherMethods = ({ url }: Route) =>
  (['PUT', 'PATCH', 'DELETE'] as const).filter(
    (method) => !ROUTES.some((other) => other.url === url && other.method === method),
  )

it.each(ROUTES.map((route) => [route.operationId, route] as const))(
  '%s refuses what is wrong, by name, and accepts what is right',
  async (_name, route) => {
    for (const { what, request, code } of listBadCases(route)) {
      const response = await api.app.inject(request)
      expect(response.json().code, what).toBe(code)
      expectDocumentedResponse(route, response)
    }
    await expectUnknownNamesRefused(route)
    for (const method of listOtherMethods(route)) {
      const response = await api.app.inject({ ...buildValidRequest(route), method })
      expect(expectFailure(response), method).toBe('method_not_allowed')
      expect(String(response.headers.allow)).toContain(route.method)
    }
    const options = await api.app.inject({ ...buildValidRequest(route), method: 'OPTIONS' })
    expect(options.statusCode).toBe(204)
    if (route.contentType === 'text/event-stream') return
    const answer = await api.app.inject(buildValidRequest(route))
    expect([200, 401, 403, 404]).toContain(answer.statusCode)
    expectDocumentedResponse(route, answer)
  },
)

/** Unknown parameters are refused by name, and the known ones are listed. */
async function expectUnknownNamesRefused(route: Route): Promise<void> {
  const { url, ...rest } = buildValidRequest(route)
  const unknown = { ...rest, url: `${getPath(url)}?colour=red&__proto__=1` }
  const response = await api.app.inject(unknown)
  expect(response.json()).toMatchObject({
    code: 'invalid_request',
    details: [{ field: 'colour' }, { field: '__proto__' }],
  })
  expectDocumentedResponse(route, response)
  const { message } = response.json()
  expect(message).toContain("'colour' is not a query parameter of this route")
  expect(message).toContain(`Allowed: ${listNames(route.query)}.`)
}

const listNames = (schema: TSchema | undefined): string =>
  listFields(schema)
    .map(([name]) => name)
    .join(', ') || 'none'

it('repeats of a long name, which may be a pasted key, only the start', async () => {
  const key = '0123456789abcdef'.repeat(4)
  const bodies = ROUTES.filter(({ body }) => body !== undefined)
  const requests = bodies.map((route) =>
    buildRequestWithBody(route, JSON.stringify({ [key]: key })),
  )
  const inQuery = { method: 'GET' as const, url: `/v1/actions?${key}=1` }
  for (const request of [...requests, inQuery]) {
    const { body } = await api.app.inject(request)
    expect(body).toContain("'01234567…' is not")
    expect(body).not.toContain(key.slice(0, 9))
  }
})

describe('an unknown path', () => {
  it.each([
    ['GET', '/'],
    ['GET', '/v1'],
    ['GET', '/v1/all-scores'],
    ['GET', '/v1/score'],
    ['POST', '/v1/score'],
    ['GET', `/v1/score/${TEST_ACCOUNT}/nothing`],
    ['GET', `/v1/score//${TEST_ACCOUNT}`],
    ['GET', '/v2/network'],
    ['GET', '/%2e%2e/%2e%2e/etc/passwd'],
    ['GET', `/${'x'.repeat(9_000)}`],
    ['DELETE', '/nothing'],
  ] as const)('%s %s is not found', async (method, url) => {
    const response = await api.app.inject({ method, url })
    expect(expectFailure(response)).toBe('route_not_found')
    expect(response.json().message.length).toBeLessThan(250)
  })

  it('is rejected before its body is read', async () => {
    const headers = { 'content-type': 'text/plain' }
    const request = { method: 'POST', url: '/nothing', headers, payload: '{' } as const
    expect(expectFailure(await api.app.inject(request))).toBe('route_not_found')
  })

  it('may end with a slash when the route exists', async () => {
    const { statusCode } = await api.app.inject({ url: '/v1/network/' })
    expect(statusCode).toBe(200)
  })
})

it('has the same form in buildUrl and in the router', () => {
  for (const route of ROUTES) {
    expect(buildUrl(route, { params: { address: 'a', id: 'b' } })).not.toContain(':')
  }
})
