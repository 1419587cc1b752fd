import { join } from 'node:path'
import { FatalError } from '@app/values/errors.ts'
import fastifyStatic from '@fastify/static'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { ROOT } from '../../../../scripts/set-up/paths.mjs'
import { createAnswerLoader } from './load-answers.ts'
import { createPages, type Pages } from './pages/create-pages.ts'
import { COMMON_HEADERS } from './pages/security-headers.ts'
import { registerPictures } from './share/register-pictures.ts'
import type { WebConfig } from './web-config.ts'

/** The web app on loopback. */
export interface WebServer {
  url: string
  stop(): Promise<void>
}

export interface WebOptions {
  /** 0 asks for any free port. */
  port: number
  config: WebConfig
  root?: string
}

const BUILT_APP_DIR = join(ROOT, 'apps/web/dist')

/** Files whose names change with their content. */
const ASSETS = '/assets/'

/**
 * Serves the built web app: its files, compressed ahead; its pages, drawn with what the API says; `/config.json` and
 * the preview pictures.
 */
export async function serveWeb({
  port,
  config,
  root = BUILT_APP_DIR,
}: WebOptions): Promise<WebServer> {
  const loadAnswers = createAnswerLoader(config.apiUrl)
  const pages = await createPages({ root, config, loadAnswers })
  const app = fastify({ forceCloseConnections: true })
  app.addHook('onRequest', async (_, reply) => void reply.headers(COMMON_HEADERS))
  await app.register(fastifyStatic, {
    root,
    index: false,
    dotfiles: 'ignore',
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => void reply.header('cache-control', cacheControl(path)),
  })
  app.get('/config.json', { logLevel: 'silent' }, async (_, reply) =>
    reply.header('cache-control', 'no-store').send(config),
  )
  registerPictures(app, loadAnswers)
  const sendPage = (request: FastifyRequest, reply: FastifyReply) =>
    sendPageOrNotFound({ pages, origin: getUrl(app) }, request, reply)
  // A folder has no answer of its own.
  app.get('/', sendPage)
  app.setNotFoundHandler(sendPage)
  await app.listen({ host: 'localhost', port })
  return { url: getUrl(app), stop: () => app.close() }
}

function cacheControl(path: string): string {
  return path.includes(ASSETS) ? 'public, max-age=31536000, immutable' : 'no-cache'
}

/** `origin` stands in links: never the Host header, which the caller chooses, and whose page is kept for others. */
interface Site {
  pages: Pages
  origin: string
}

async function sendPageOrNotFound(
  { pages, origin }: Site,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  if (!isPageRequest(request)) return reply.code(404).type('text/plain').send('File not found.')
  const accepted = request.headers['accept-encoding']?.toString()
  const { body, encoding, isUnknown } = await pages.render({ url: request.url, origin, accepted })
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply
    .code(isUnknown ? 404 : 200)
    .type('text/html; charset=utf-8')
    .headers({
      'cache-control': 'no-cache',
      'content-security-policy': pages.policy,
      vary: 'accept-encoding',
    })
    .send(body)
}

/** A missing file must not return the app: the path of a page has no extension. */
function isPageRequest({ method, url }: FastifyRequest): boolean {
  const [path = ''] = url.split('?')
  const lastPart = path.slice(path.lastIndexOf('/') + 1)
  return (
    (method === 'GET' || method === 'HEAD') && !lastPart.includes('.') && !path.startsWith(ASSETS)
  )
}

const getUrl = (app: FastifyInstance): string => `http://localhost:${getPort(app)}`

function getPort(app: FastifyInstance): number {
  const address = app.server.address()
  if (address === null || typeof address === 'string') {
    throw new FatalError('The web server is not listening.')
  }
  return address.port
}
