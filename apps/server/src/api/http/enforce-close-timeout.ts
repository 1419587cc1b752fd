import type { FastifyInstance } from 'fastify'

/** Open requests may run this long after `close`; then their connections are closed. */
const GRACE_MS = 1_000

/** Interval between two closings of idle connections during `close`. */
const IDLE_CHECK_MS = 50

/** Makes `close` return within a short time although browsers keep idle connections open. */
export function enforceCloseTimeout(app: FastifyInstance): void {
  const { server } = app
  app.addHook('preClose', async () => {
    const idleTimer = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS).unref()
    const forceTimer = setTimeout(() => server.closeAllConnections(), GRACE_MS).unref()
    server.once('close', () => {
      clearInterval(idleTimer)
      clearTimeout(forceTimer)
    })
  })
}
