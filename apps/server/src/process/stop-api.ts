import type { FastifyInstance } from 'fastify'

/** Requests under way get this long to end; then their connections are cut. */
const GRACE_MS = 1_000

/** Takes no more requests, lets those under way end, and closes every connection. */
export async function stopApi(app: FastifyInstance): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), GRACE_MS)
  try {
    await app.close()
  } finally {
    clearTimeout(cut)
  }
}
