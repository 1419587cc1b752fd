import Fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { registerErrorHandler } from '../failures/register-error-handler.ts'
import { registerLoadLimit } from './register-load-limit.ts'

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
