import { buildWebhooks, WEBHOOKS_TAG } from '@app/api/openapi/build-webhooks.ts'
import { describeRoute } from '@app/api/openapi/describe-route.ts'
import { type DocumentParts, nameSchemas } from '@app/api/openapi/name-schemas.ts'
import { ROUTES } from '@app/api/routes/routes.ts'
import { SESSION_COOKIE } from '@app/api/schemas/session.ts'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'

const INFO = {
  title: 'Dharma Guard',
  version: '0.1.0',
  description:
    'Reputation and protection of wallets on Flow. Every success is `{ data, meta? }`; every failure is `{ code, message, details? }` with a stable code and a sentence. A query parameter or a field of a body that a route does not list is refused. A cursor belongs to its list and its filters. Addresses are 0x and 16 hex digits, in any letter case, answered in lower case.',
  license: { name: 'MIT', identifier: 'MIT' },
}

const SESSION_SCHEME = {
  type: 'apiKey',
  in: 'cookie',
  name: SESSION_COOKIE,
  description:
    'The cookie that createSession sets, for 24 hours. Signed messages need no session: they carry the signatures of the wallet in `wallet`.',
} as const

/**
 * Builds the OpenAPI 3.1 document of every route of the API that is mounted after this, and of the messages that
 * webhooks get.
 */
export async function describeMountedRoutes(
  app: FastifyInstance,
  serverUrl: string,
): Promise<void> {
  const tags = new Set([...ROUTES.map(({ tag }) => tag), WEBHOOKS_TAG])
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: INFO,
      servers: [{ url: serverUrl }],
      tags: [...tags].map((name) => ({ name })),
      webhooks: buildWebhooks(),
      components: { securitySchemes: { session: SESSION_SCHEME } },
    },
    stripBasePath: false,
    convertConstToEnum: false,
    transform: ({ url, route: { method } }) => {
      const route = ROUTES.find((known) => known.url === url && known.method === method)
      return { url, schema: route === undefined ? { hide: true } : describeRoute(route) }
    },
    transformObject: (built) => {
      if (!('openapiObject' in built)) throw new TypeError('only OpenAPI 3.1 is built')
      nameSchemas(built.openapiObject as unknown as DocumentParts)
      return built.openapiObject
    },
  })
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
export async function registerDocs(app: FastifyInstance): Promise<void> {
  app.get('/openapi.json', () => app.swagger())
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: PAGE_POLICY,
    theme: { title: 'Dharma Guard API' },
    uiConfig: { layout: 'BaseLayout', docExpansion: 'list', defaultModelsExpandDepth: 0 },
  })
}
