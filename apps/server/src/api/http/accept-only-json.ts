import type { FastifyInstance } from 'fastify'

/**
 * Accepts only JSON bodies. An empty body counts as no body whatever its content type, because
 * browsers and clients send that header with every request.
 */
export function acceptOnlyJson(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    (request, body: string, done) => {
      if (body.trim() === '') done(null, undefined)
      else void parseJson(request, body, done)
    },
  )
}
