import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A message of a webhook, as docs/use/alerts.md describes it. */
export interface ReceivedMessage {
  type: string
  data: Record<string, unknown>
}

/** An HTTP server on loopback to which webhooks are delivered; it confirms every one. */
export interface WebhookReceiver {
  url: string
  /** Every message received so far, once. */
  messages: ReceivedMessage[]
  stop(): void
}

export async function receiveWebhooks(): Promise<WebhookReceiver> {
  const messages: ReceivedMessage[] = []
  const ids = new Set<string>()
  const server = createServer((request, response) => {
    void request.toArray().then((chunks) => {
      // What was not answered in time comes again with the same id.
      const id = String(request.headers['webhook-id'])
      const message: ReceivedMessage = JSON.parse(Buffer.concat(chunks).toString('utf8'))
      if (message.type === 'webhook.challenge') return response.end(JSON.stringify(message.data))
      if (!ids.has(id)) messages.push(message)
      ids.add(id)
      return response.writeHead(204).end()
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
