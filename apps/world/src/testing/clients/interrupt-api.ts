import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import type { BrowserContext } from 'playwright-core'

/** The API as the pages of a browser reach it. */
export interface InterruptibleApi {
  /** Closes every connection, and refuses new ones. */
  stop(): Promise<void>
  /** Keeps connections open, and sends nothing back. */
  hang(): void
  start(): Promise<void>
}

/** Leads the calls of all pages of a browser through a port that can be closed, as when the server is stopped. */
export async function interruptApi(
  context: BrowserContext,
  apiUrl: string,
): Promise<InterruptibleApi> {
  const { hostname, port: apiPort } = new URL(apiUrl)
  const sockets = new Set<Socket>()
  let isHanging = false
  const server = createServer((client) => {
    const upstream = connect({ host: hostname, port: Number(apiPort) })
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => {}).once('close', () => sockets.delete(socket))
    }
    client.pipe(upstream).once('close', () => client.destroy())
    upstream.on('data', (data) => isHanging || client.write(data))
    client.once('close', () => upstream.destroy())
  })
  const port = await listen(server, 0)
  await context.route(`${apiUrl}/**`, (route) => {
    const { pathname, search } = new URL(route.request().url())
    return route.continue({ url: `http://localhost:${port}${pathname}${search}` })
  })
  return {
    stop: async () => {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
    hang: () => {
      isHanging = true
    },
    start: async () => {
      isHanging = false
      if (!server.listening) await listen(server, port)
    },
  }
}

async function listen(server: Server, port: number): Promise<number> {
  await once(server.listen(port, 'localhost'), 'listening')
  return (server.address() as AddressInfo).port
}
