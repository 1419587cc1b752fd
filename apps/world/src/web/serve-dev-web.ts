import { join } from 'node:path'
import { createServer, type Plugin } from 'vite'
import { ROOT } from '../../../../scripts/set-up/paths.mjs'
import type { WebOptions, WebServer } from './serve-web.ts'
import type { WebConfig } from './web-config.ts'

export async function serveDevWeb({ port, config }: WebOptions): Promise<WebServer> {
  const root = join(ROOT, 'apps/web')
  const server = await createServer({
    root,
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'warn',
    plugins: [createConfigPlugin(config)],
    server: { host: 'localhost', port, strictPort: true },
  })
  await server.listen()
  return { url: `http://localhost:${server.config.server.port}`, stop: () => server.close() }
}

/** Serves `/config.json` before the web app's own development plugin does. */
function createConfigPlugin(config: WebConfig): Plugin {
  return {
    name: 'answer-config',
    enforce: 'pre',
    configureServer(server) {
      server.middlewares.use('/config.json', (_request, response) => {
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify(config))
      })
    },
  }
}
