import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A message of a webhook, as docs/alerts.md describes it. */
export interface ReceivedMessage {
  type: string
  data: Record<string, unknown>
}

/** An HTTP server on loopback to which webhooks are delivered. */
export interface WebhookReceiver {
  url: string
  /** Everything received so far. */
  messages: ReceivedMessage[]
  stop(): void
}

export async function receiveWebhooks(): Promise<WebhookReceiver> {
  const messages: ReceivedMessage[] = []
  const server = createServer((request, response) => {
    void request.toArray().then((chunks) => {
      messages.push(JSON.parse(Buffer.concat(chunks).toString('utf8')))
      response.writeHead(204).end()
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${port}/`, messages, stop }
}
