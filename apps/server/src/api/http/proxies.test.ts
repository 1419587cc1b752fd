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

describe('an answer', () => {
  it('by plain http says nothing about https', async () => {
    expect((await askThrough({})).hsts).toBeUndefined()
  })

  it('through a trusted proxy with https tells browsers to keep to https', async () => {
    const { hsts } = await askThrough({ trusted: [PROXY], headers: FORWARDED })
    expect(hsts).toBe('max-age=31536000')
  })

  it('through a trusted proxy with plain http does not', async () => {
    const headers = { ...FORWARDED, 'x-forwarded-proto': 'http' }
    expect((await askThrough({ trusted: [PROXY], headers })).hsts).toBeUndefined()
  })

  it('to somebody who only claims to have used https does not', async () => {
    expect((await askThrough({ headers: FORWARDED })).hsts).toBeUndefined()
    const other = await askThrough({ proxy: '10.0.0.2', trusted: [PROXY], headers: FORWARDED })
    expect(other.hsts).toBeUndefined()
  })
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
