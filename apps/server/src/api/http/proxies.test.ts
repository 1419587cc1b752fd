import { describe, expect, it, onTestFinished } from 'vitest'
import { createLog } from '../../runtime/log.ts'
import { createApp } from './create-app.ts'
import { DEFAULT_LIMITS, identifyClient } from './limits.ts'

const PROXY = '10.0.0.1'

/** Asks, as a proxy would for a client, who the server believes is asking. */
async function askThrough({ proxy = PROXY, trusted = [] as string[], headers = {} }) {
  const app = await createApp({
    log: createLog('silent'),
    webOrigins: [],
    trustedProxies: trusted,
    requestIdHeader: null,
    limits: DEFAULT_LIMITS,
  })
  onTestFinished(() => app.close())
  app.get('/who', (request) => ({ client: identifyClient(request) }))
  const response = await app.inject({ url: '/who', remoteAddress: proxy, headers })
  return { client: response.json().client, hsts: response.headers['strict-transport-security'] }
}

const FORWARDED = { 'x-forwarded-for': '192.0.2.7', 'x-forwarded-proto': 'https' }

it.each([
  ['by plain http', undefined, {}],
  [
    'through a trusted proxy with https',
    'max-age=31536000',
    { trusted: [PROXY], headers: FORWARDED },
  ],
  [
    'through a trusted proxy with plain http',
    undefined,
    { trusted: [PROXY], headers: { ...FORWARDED, 'x-forwarded-proto': 'http' } },
  ],
  ['to somebody who only claims to have used https', undefined, { headers: FORWARDED }],
  [
    'through another proxy than that which is trusted',
    undefined,
    { proxy: '10.0.0.2', trusted: [PROXY], headers: FORWARDED },
  ],
])('an answer %s has for Strict-Transport-Security: %s', async (_, expected, asked) => {
  expect((await askThrough(asked)).hsts).toBe(expected)
})

describe('the client of a request', () => {
  it('is the one that a trusted proxy names', async () => {
    const named = await askThrough({ trusted: ['10.0.0.0/8'], headers: FORWARDED })
    expect(named.client).toBe('192.0.2.7')
  })

  it('is the last one that no trusted proxy is, whatever the client put before it', async () => {
    const headers = { 'x-forwarded-for': '1.2.3.4, 192.0.2.7, 10.0.0.2' }
    const named = await askThrough({ trusted: ['10.0.0.0/8'], headers })
    expect(named.client).toBe('192.0.2.7')
  })

  it('is the sender where no proxy is trusted', async () => {
    expect((await askThrough({ headers: FORWARDED })).client).toBe(PROXY)
  })
})
