import type { FastifyInstance } from 'fastify'

const YEAR_SECONDS = 365 * 86_400

/**
 * Tells browsers that came by https, directly or through a trusted proxy, to return by https only. A
 * plain http answer says nothing: browsers ignore it there, and another server may use the same name.
 */
export function sendHttpsHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ protocol }, reply) => {
    if (protocol === 'https') reply.header('strict-transport-security', `max-age=${YEAR_SECONDS}`)
  })
}
