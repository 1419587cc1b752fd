import { join } from 'node:path'
import { FatalError } from '@app/values/errors.ts'
import fastifyStatic from '@fastify/static'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { ROOT } from '../environment.ts'
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
  /** Folder of the built app. */
  root?: string
}

const BUILT_APP_DIR = join(ROOT, 'apps/web/dist')

/** Files whose names change with their content. */
const ASSETS = '/assets/'

const HEADERS = {
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/** Serves the built web app and its `/config.json`; paths of pages get index.html. */
export async function serveWeb({
  port,
  config,
  root = BUILT_APP_DIR,
}: WebOptions): Promise<WebServer> {
  const app = fastify({ forceCloseConnections: true })
  app.addHook('onRequest', async (_, reply) => void reply.headers(HEADERS))
  await app.register(fastifyStatic, {
    root,
    cacheControl: false,
    setHeaders: (reply, path) => void reply.header('cache-control', cacheControl(path)),
  })
  app.get('/config.json', { logLevel: 'silent' }, async (_, reply) =>
    reply.header('cache-control', 'no-store').send(config),
  )
  app.setNotFoundHandler(sendPageOrNotFound)
  await app.listen({ host: 'localhost', port })
  return { url: `http://localhost:${getPort(app)}`, stop: () => app.close() }
}

function cacheControl(path: string): string {
  return path.includes(ASSETS) ? 'public, max-age=31536000, immutable' : 'no-cache'
}

function sendPageOrNotFound(request: FastifyRequest, reply: FastifyReply) {
  if (isPageRequest(request)) return reply.sendFile('index.html')
  return reply.code(404).type('text/plain').send('File not found.')
}

/** A missing file must not return the app: the path of a page has no extension. */
function isPageRequest({ method, url }: FastifyRequest): boolean {
  const [path = ''] = url.split('?')
  const lastPart = path.slice(path.lastIndexOf('/') + 1)
  return method === 'GET' && !lastPart.includes('.') && !path.startsWith(ASSETS)
}

/** Returns the port that a Fastify server listens on. */
export function getPort(app: FastifyInstance): number {
  const address = app.server.address()
  if (address === null || typeof address === 'string') {
    throw new FatalError('The web server is not listening.')
  }
  return address.port
}
