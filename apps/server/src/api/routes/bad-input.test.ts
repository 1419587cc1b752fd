import type { FailureCode } from '@app/api/failures.ts'
import type { FieldAnnotation } from '@app/api/fields.ts'
import type { Route } from '@app/api/route.ts'
import { urlOf } from '@app/api/route-url.ts'
import { ROUTES } from '@app/api/routes.ts'
import type { InjectOptions } from 'fastify'
import type { TSchema } from 'typebox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { index } from '../../testing/ledger.ts'
import { checkAnswer, checkFailure } from '../testing/check-answer.ts'
import { goodRequest, SOMEBODY, withBody } from '../testing/good-request.ts'
import { openTestApi, type TestApi } from '../testing/open-test-api.ts'

let api: TestApi

beforeAll(async () => {
  api = await openTestApi()
  await index(api.context, {}, 5)
})

afterAll(() => api.finish())

interface BadCase {
  what: string
  request: InjectOptions
  code: FailureCode
}

const bad = (what: string, request: InjectOptions, code: FailureCode): BadCase => ({
  what,
  request,
  code,
})

const fieldsOf = (schema: TSchema | undefined): [string, FieldAnnotation & TSchema][] =>
  Object.entries((schema as { properties?: object } | undefined)?.properties ?? {})

const isAddress = (field: FieldAnnotation) => field['x-failure'] === 'invalid_address'

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

/** Flow's own service account on testnet, and one of the test network with a digit changed. */
const FOREIGN_ADDRESSES = ['0x8c5303eaa26202d6', '0x0000000000000000', '0xf8d6e0586b0a20c8']

function badPaths(route: Route): BadCase[] {
  return fieldsOf(route.params).flatMap(([name, field]) => {
    const at = (text: string) => ({
      ...goodRequest(route),
      url: route.url.replace(`:${name}`, text),
    })
    if (!isAddress(field)) {
      const wrong = ['x', '-1', '1.5', '9'.repeat(16), '%00', '1e3']
      return wrong.map((text) => bad(`${name} ${text}`, at(text), 'invalid_request'))
    }
    return [
      ...BAD_ADDRESSES.map((text) =>
        bad(`address ${text.slice(0, 30)}`, at(encodeIfPlain(text)), 'invalid_address'),
      ),
      ...FOREIGN_ADDRESSES.map((text) =>
        bad(`address ${text}`, at(text), 'address_not_on_network'),
      ),
      bad('address %zz', at('%zz'), 'malformed_request'),
      bad('address %ff', at('%ff'), 'malformed_request'),
    ]
  })
}

const encodeIfPlain = (text: string) => (text.includes('%') ? text : encodeURIComponent(text))

function badQueries(route: Route): BadCase[] {
  return fieldsOf(route.query).flatMap(([name, field]) => {
    const code: FailureCode = isAddress(field) ? 'invalid_address' : 'invalid_request'
    const texts = ['', 'x%00y', '-1', `a&${name}=b`, 'x'.repeat(2_000)]
    return texts.map((text) => {
      const { url, ...rest } = goodRequest(route)
      const request = { ...rest, url: `${url}?${name}=${text}` }
      return bad(`query ${name}=${text.slice(0, 20)}`, request, code)
    })
  })
}

function badBodies(route: Route): BadCase[] {
  if (route.method !== 'POST') return []
  const good = (route.bodyExample ?? {}) as Record<string, unknown>
  const body = (what: string, text: string, code: FailureCode) =>
    bad(`body ${what}`, withBody(route, text), code)
  const anyBody = [
    body('cut off', '{"address":', 'invalid_json'),
    body('not JSON', 'hello', 'invalid_json'),
    body('with __proto__', '{"__proto__":{"isAdmin":true}}', 'invalid_json'),
    body('with constructor', '{"constructor":{"prototype":{}}}', 'invalid_json'),
    body('too large', JSON.stringify({ ...good, more: 'x'.repeat(70_000) }), 'body_too_large'),
    body('nested deeply', `${'['.repeat(30_000)}`, 'invalid_json'),
    bad('a form', withBody(route, 'a=b', FORM), 'unsupported_content_type'),
    bad('plain text', withBody(route, 'hello', 'text/plain'), 'unsupported_content_type'),
    bad('no type at all', withBody(route, '{}', 'nonsense'), 'unsupported_content_type'),
  ]
  return route.body === undefined ? anyBody : [...anyBody, ...badObjects(route, good)]
}

const FORM = 'application/x-www-form-urlencoded'

function badObjects(route: Route, good: Record<string, unknown>): BadCase[] {
  const body = (what: string, value: unknown, code: FailureCode) =>
    bad(`body ${what}`, withBody(route, JSON.stringify(value)), code)
  const noObjects = [[], null, 'text', 7, true].map((value) =>
    body(JSON.stringify(value), value, 'invalid_request'),
  )
  const fields = fieldsOf(route.body).flatMap(([name, field]) => {
    const wrong = isAddress(field) ? 'invalid_address' : 'invalid_request'
    const { [name]: _, ...without } = good
    return [
      ...(name in good ? [body(`without ${name}`, without, 'invalid_request')] : []),
      ...[null, 7, [], {}, 'x'].map((value) =>
        body(`with ${name} ${JSON.stringify(value)}`, { ...good, [name]: value }, wrong),
      ),
    ]
  })
  return [body('missing', undefined, 'invalid_request'), ...noObjects, ...fields]
}

const casesOf = (route: Route) => [...badPaths(route), ...badQueries(route), ...badBodies(route)]

describe.each(ROUTES.map((route) => [route.operationId, route] as const))('%s', (_name, route) => {
  const cases = casesOf(route).map((one) => [one.what, one] as const)

  it.each(cases)('refuses %s', async (_, one) => {
    const response = await api.app.inject(one.request)
    expect(response.json().code).toBe(one.code)
    checkAnswer(route, response)
  })

  it.each(['PUT', 'PATCH', 'DELETE'] as const)('refuses the method %s', async (method) => {
    const response = await api.app.inject({ ...goodRequest(route), method })
    expect(checkFailure(response)).toBe('method_not_allowed')
    expect(String(response.headers.allow)).toContain(route.method)
  })

  it('takes a good request', async () => {
    const response = await api.app.inject({ ...goodRequest(route), method: 'OPTIONS' })
    expect(response.statusCode).toBe(204)
    if (route.medium === 'text/event-stream') return
    const answer = await api.app.inject(goodRequest(route))
    expect([200, 404, 501]).toContain(answer.statusCode)
    checkAnswer(route, answer)
  })
})

describe('a path that leads nowhere', () => {
  it.each([
    ['GET', '/'],
    ['GET', '/v1'],
    ['GET', '/v1/scores'],
    ['GET', '/v1/score'],
    ['POST', '/v1/score'],
    ['GET', `/v1/score/${SOMEBODY}/nothing`],
    ['GET', `/v1/score//${SOMEBODY}`],
    ['GET', '/v2/network'],
    ['GET', '/%2e%2e/%2e%2e/etc/passwd'],
    ['GET', `/${'x'.repeat(9_000)}`],
    ['DELETE', '/nothing'],
  ] as const)('%s %s is not found', async (method, url) => {
    const response = await api.app.inject({ method, url })
    expect(checkFailure(response)).toBe('route_not_found')
    expect(response.json().message.length).toBeLessThan(250)
  })

  it('is not found before its body is looked at', async () => {
    const headers = { 'content-type': 'text/plain' }
    const request = { method: 'POST', url: '/nothing', headers, payload: '{' } as const
    expect(checkFailure(await api.app.inject(request))).toBe('route_not_found')
  })

  it('may end with a slash where it leads somewhere', async () => {
    const { statusCode } = await api.app.inject({ url: '/v1/network/' })
    expect(statusCode).toBe(200)
  })
})

it('keeps the shape of urlOf and of the router the same', () => {
  for (const route of ROUTES) {
    expect(urlOf(route, { params: { address: 'a', id: 'b' } })).not.toContain(':')
  }
})
