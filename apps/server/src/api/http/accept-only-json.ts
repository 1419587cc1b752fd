import type { FastifyInstance } from 'fastify'

/**
 * Bodies are JSON and nothing else. An empty one counts as none, whatever its content type says, for
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
