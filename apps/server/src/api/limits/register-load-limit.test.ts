import { expect, it, onTestFinished } from 'vitest'
import { createLog } from '../../runtime/log.ts'
import { createApp } from '../http/create-app.ts'
import { DEFAULT_LIMITS } from './limits.ts'

/** Opens an app that every measurement finds overloaded. */
async function openLateApp(monotonicMs: () => number) {
  const app = await createApp({
    log: createLog('silent'),
    webOrigins: [],
    trustedProxies: [],
    requestIdHeader: null,
    monotonicMs,
    limits: { ...DEFAULT_LIMITS, eventLoopDelayMs: 1e-6 },
  })
  app.get('/something', () => ({}))
  onTestFinished(() => app.close())
  return { app, url: `${await app.listen({ host: '127.0.0.1', port: 0 })}/something` }
}

it('what a process does while it starts is no load', async () => {
  let nowMs = 7_000
  const { app, url } = await openLateApp(() => nowMs)
  await expect.poll(() => app.memoryUsage().eventLoopDelay, { timeout: 20_000 }).toBeGreaterThan(0)
  nowMs += 1_999
  expect((await fetch(url)).status).toBe(200)
  nowMs += 1
  const ask = async () => {
    const { status, headers } = await fetch(url)
    return [status, headers.get('retry-after')]
  }
  await expect.poll(ask, { timeout: 20_000 }).toEqual([503, '5'])
})
