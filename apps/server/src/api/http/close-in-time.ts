import type { FastifyInstance } from 'fastify'

/** Requests under way get this long to end; then their connections are cut. */
const GRACE_MS = 1_000

/** Connections that fall idle while the server closes are looked for this often. */
const SWEEP_MS = 50

/** Lets `close` end soon: browsers keep connections open long after their last answer. */
export function closeInTime(app: FastifyInstance): void {
  const { server } = app
  app.addHook('preClose', async () => {
    const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS).unref()
    const cut = setTimeout(() => server.closeAllConnections(), GRACE_MS).unref()
    server.once('close', () => {
      clearInterval(sweep)
      clearTimeout(cut)
    })
  })
}
