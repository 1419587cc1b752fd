import { buildOpenApi } from '@app/api/openapi/build-openapi.ts'
import { ROUTES } from '@app/api/routes/routes.ts'
import swagger, { type StaticDocumentSpec } from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'

const INFO = {
  title: 'Dharma Guard',
  version: '0.1.0',
  description:
    'Reputation and protection of wallets on Flow. Every success is `{ data, meta? }`; every failure is `{ code, message, details? }` with a stable code and a sentence. A query parameter or a field of a body that a route does not list is refused. A cursor belongs to its list and its filters. Addresses are 0x and 16 hex digits, in any letter case, answered in lower case.',
  license: { name: 'MIT', identifier: 'MIT' },
}

/**
 * Content security policy of the reference page: it loads only files of this server; its library
 * sets inline styles.
 */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Registers `/openapi.json` and the reference page `/docs`. */
export async function registerDocs(app: FastifyInstance, serverUrl: string): Promise<void> {
  const document = buildOpenApi(ROUTES, { info: INFO, serverUrl })
  app.get('/openapi.json', () => document)
  const specification = { document: document as unknown as StaticDocumentSpec['document'] }
  await app.register(swagger, { mode: 'static', specification })
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: PAGE_POLICY,
    theme: { title: 'Dharma Guard API' },
    uiConfig: { layout: 'BaseLayout', docExpansion: 'list', defaultModelsExpandDepth: 0 },
  })
}
