import type { FastifyInstance } from 'fastify'

/** Requests under way get this long to end; then their connections are cut. */
const GRACE_MS = 1_000

/** Connections that fall idle while the server closes are looked for this often. */
const IDLE_CHECK_MS = 50

/** Lets `close` end soon: browsers keep connections open long after their last answer. */
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
