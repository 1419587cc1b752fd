import { Writable } from 'node:stream'
import { pino } from 'pino'
import { describe, expect, it, onTestFinished } from 'vitest'
import { getLogFields } from '../../runtime/log.ts'
import { GENEROUS_LIMITS } from '../testing/open-test-api.ts'
import { createApp } from './create-app.ts'
import { DEFAULT_LIMITS } from './limits.ts'

/** Opens an app with a route that logs after a pause, and one that fails. */
async function openApp(requestIdHeader: string | null) {
  const lines: Record<string, unknown>[] = []
  const stream = new Writable({
    write: (chunk, _, done) => {
      lines.push(JSON.parse(chunk.toString()))
      done()
    },
  })
  const log = pino({ mixin: getLogFields }, stream)
  const limits = { ...DEFAULT_LIMITS, ...GENEROUS_LIMITS }
  const app = await createApp({ log, webOrigins: [], trustedProxies: [], requestIdHeader, limits })
  app.get('/slow', async () => {
    await new Promise((resolve) => setImmediate(resolve))
    log.info('logged by a function that knows no request')
    return {}
  })
  app.get('/broken', () => {
    throw new TypeError('x is not a function')
  })
  onTestFinished(() => app.close())
  return { app, lines }
}

describe('the id of a request', () => {
  it('is made, answered, and part of every line that is logged for it', async () => {
    const { app, lines } = await openApp(null)
    const answers = await Promise.all([1, 2, 3].map(() => app.inject({ url: '/slow' })))
    const ids = answers.map(({ headers }) => headers['x-request-id'])
    expect(new Set(ids).size).toBe(3)
    expect(lines.map(({ requestId }) => requestId).sort()).toEqual(ids.sort())
  })

  it('is that of the header which a proxy sets, if it may stand in a log', async () => {
    const { app } = await openApp('x-request-id')
    const send = async (id: string) =>
      (await app.inject({ url: '/slow', headers: { 'x-request-id': id } })).headers['x-request-id']
    expect(await send('proxy-7f3.1')).toBe('proxy-7f3.1')
    expect(await send('two words')).not.toContain('words')
    expect(await send('a'.repeat(129))).toHaveLength(36)
  })

  it('is never that of a header that no proxy sets', async () => {
    const { app } = await openApp(null)
    const { headers } = await app.inject({ url: '/slow', headers: { 'x-request-id': 'mine' } })
    expect(headers['x-request-id']).not.toBe('mine')
  })

  it('is in the answer and in the log of an error that only the log explains', async () => {
    const { app, lines } = await openApp(null)
    const { headers, body } = await app.inject({ url: '/broken' })
    const requestId = headers['x-request-id']
    expect(JSON.parse(body)).toMatchObject({ code: 'internal_error', details: { requestId } })
    expect(lines).toMatchObject([{ requestId, err: { message: 'x is not a function' } }])
  })
})
