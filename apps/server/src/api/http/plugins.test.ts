import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { FAILURES } from '@app/api/routes/failures.ts'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { expectFailure } from '../testing/expect-documented-response.ts'
import { openTestApi, type TestApi } from '../testing/open-test-api.ts'
import { registerLoadLimit } from './plugins.ts'
import { registerErrorHandler } from './register-error-handler.ts'

const WEB = 'http://localhost:3000'

let api: TestApi
let port: number

beforeAll(async () => {
  api = await openTestApi()
  port = Number(new URL(await api.app.listen({ host: '127.0.0.1', port: 0 })).port)
})

afterAll(() => api.finish())

const get = (url: string, headers = {}) => api.app.inject({ url, headers })

const preflight = (url: string, method: string, origin: string) =>
  api.app.inject({
    method: 'OPTIONS',
    url,
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': 'content-type',
    },
  })

const EVIL = 'https://evil.example'

describe('reads from browsers', () => {
  it.each([WEB, EVIL, 'null'])('are open to pages of %s, without credentials', async (origin) => {
    for (const url of ['/v1/network', '/openapi.json', '/v1/governance/proposals']) {
      const { headers } = await get(url, { origin })
      expect(headers['access-control-allow-origin']).toBe('*')
      expect(headers).not.toHaveProperty('access-control-allow-credentials')
      expect(headers['access-control-expose-headers']).toContain('ratelimit-remaining')
    }
  })

  it('may send a preflight request', async () => {
    const { statusCode, headers } = await preflight('/v1/network', 'GET', EVIL)
    expect(statusCode).toBe(204)
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD',
    })
  })
})

describe.each([
  ['/v1/governance/proposals', 'POST'],
  ['/v1/session', 'DELETE'],
  ['/v1/session?x=1', 'GET'],
  ['/v1/watch/0x179b6b1cb6755e31', 'PUT'],
  ['/v1/webhooks/1/deliveries', 'GET'],
])('of %s, %s from browsers', (url, method) => {
  it('is allowed to pages of the web app, with credentials', async () => {
    const { statusCode, headers } = await preflight(url, method, WEB)
    expect(statusCode).toBe(204)
    expect(headers).toMatchObject({
      'access-control-allow-origin': WEB,
      'access-control-allow-credentials': 'true',
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, DELETE',
      'access-control-allow-headers': 'content-type, last-event-id',
    })
    expect(headers.vary).toContain('Origin')
  })

  it('is not allowed to other pages', async () => {
    const { headers } = await preflight(url, method, EVIL)
    expect(headers).not.toHaveProperty('access-control-allow-origin')
  })
})

describe('every answer', () => {
  it.each(['/v1/network', '/nothing', '/docs'])(
    'of %s carries headers of protection',
    async (url) => {
      const { headers } = await get(url)
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
      })
      expect(headers).not.toHaveProperty('x-powered-by')
    },
  )
})

describe('a client with a small rate limit', () => {
  let small: TestApi

  beforeAll(async () => {
    small = await openTestApi({ limits: { requestsPerMinute: 3, computesPerMinute: 1 } })
  })

  afterAll(() => small.finish())

  const injectFrom = (url: string, remoteAddress: string) =>
    small.app.inject({ url, remoteAddress })

  it('gets the remaining requests and the time to wait in headers', async () => {
    const first = await injectFrom('/v1/catalogue', '10.0.0.1')
    expect(first.headers).toMatchObject({
      'ratelimit-limit': '3',
      'ratelimit-remaining': '2',
      'ratelimit-reset': expect.stringMatching(/^\d+$/),
    })
    expect(Object.keys(first.headers).filter((name) => name.startsWith('x-rate'))).toEqual([])
    await injectFrom('/v1/catalogue', '10.0.0.1')
    await injectFrom('/nothing', '10.0.0.1')
    const refused = await injectFrom('/v1/catalogue', '10.0.0.1')
    expect(expectFailure(refused)).toBe('rate_limited')
    expect(refused.json().message).toMatch(
      /^More than 3 requests .* All clients behind one address share its limit\. Wait \d+ seconds\.$/,
    )
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  })

  it('does not use that of others, whatever address it claims', async () => {
    for (let i = 0; i < 4; i += 1) {
      const headers = { 'x-forwarded-for': `1.2.3.${i}` }
      await small.app.inject({ url: '/v1/network', remoteAddress: '10.0.0.3', headers })
    }
    expect((await injectFrom('/v1/network', '10.0.0.3')).statusCode).toBe(429)
    expect((await injectFrom('/v1/network', '10.0.0.4')).statusCode).toBe(200)
  })
})

const CONFLICTING_LENGTHS =
  'POST /v1/agent/check HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'

/** Sends raw bytes that are not valid HTTP and returns the response. */
async function sendRawRequest(bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(bytes)
  return await text(socket)
}

describe('a request that Node cannot read', () => {
  it.each([
    ['no HTTP at all', 'hello\r\n\r\n', 'malformed_request'],
    ['an unknown method', 'FOO / HTTP/1.1\r\nHost: x\r\n\r\n', 'malformed_request'],
    ['a NUL in the path', 'GET /\0 HTTP/1.1\r\nHost: x\r\n\r\n', 'malformed_request'],
    ['two lengths', CONFLICTING_LENGTHS, 'malformed_request'],
    [
      'a path of 20 KB',
      `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
      'headers_too_large',
    ],
  ] as const)('gets the documented failure for %s', async (_, bytes, code) => {
    const [head, body = ''] = (await sendRawRequest(bytes)).split('\r\n\r\n')
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${FAILURES[code].status} `))
    expect(JSON.parse(body)).toEqual({ code, message: FAILURES[code].message })
  })
})

/** Opens an app that every measurement finds overloaded. */
async function openLateApp(monotonicMs: () => number) {
  const app = Fastify()
  registerErrorHandler(app)
  await registerLoadLimit(app, 1e-6, monotonicMs)
  app.get('/something', () => ({}))
  onTestFinished(() => app.close())
  return { app, url: `${await app.listen({ host: '127.0.0.1', port: 0 })}/something` }
}

it('what a process does while it starts is no load', async () => {
  let nowMs = 7_000
  const { app, url } = await openLateApp(() => nowMs)
  await expect.poll(() => app.memoryUsage().eventLoopDelay).toBeGreaterThan(0)
  nowMs += 1_999
  expect((await fetch(url)).status).toBe(200)
  nowMs += 1
  const ask = async () => {
    const { status, headers } = await fetch(url)
    return [status, headers.get('retry-after')]
  }
  await expect.poll(ask).toEqual([503, '5'])
})
