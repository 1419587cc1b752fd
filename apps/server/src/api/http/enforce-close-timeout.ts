import type { FastifyInstance } from 'fastify'

/** Open requests may run this long after `close`, or longer where a longer grace is given. */
const MIN_GRACE_MS = 1_000

/** Interval between two closings of idle connections during `close`. */
const IDLE_CHECK_MS = 50

/**
 * Makes `close` return within `graceMs` although browsers keep idle connections open: then open connections are closed.
 */
export function enforceCloseTimeout(app: FastifyInstance, graceMs: number): void {
  const { server } = app
  app.addHook('preClose', async () => {
    const idleTimer = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS).unref()
    const forceTimer = setTimeout(
      () => server.closeAllConnections(),
      Math.max(MIN_GRACE_MS, graceMs),
    ).unref()
    server.once('close', () => {
      clearInterval(idleTimer)
      clearTimeout(forceTimer)
    })
  })
}
