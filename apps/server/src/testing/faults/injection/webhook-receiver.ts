import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { Injector } from './injector.ts'
import { type LoopbackHttp, startLoopbackHttp } from './loopback-http.ts'

/** A message that the receiver has read. */
export interface ReceivedMessage {
  /** Of the URL: one for each webhook. */
  path: string
  messageId: string
  body: string
}

export interface WebhookReceiver extends LoopbackHttp {
  /** In the order of arrival. */
  received: readonly ReceivedMessage[]
}

/** What the receiver does with a request; it has read what `read` returned. */
type Strike = (read: () => Promise<unknown>, response: ServerResponse) => Promise<void>

const STRIKES: Readonly<Record<string, Strike>> = {
  'cut before it was read': async (_, response) => void response.destroy(),
  'cut after it was read': async (read, response) => {
    await read()
    response.destroy()
  },
  'read and refused': async (read, response) => {
    await read()
    response.writeHead(500).end()
  },
  late: async (read, response) => {
    await read()
    await delay(30)
    response.writeHead(204).end()
  },
}

/** Starts a receiver of webhooks; the injector decides what it does with each request. */
export async function startWebhookReceiver(injector: Injector): Promise<WebhookReceiver> {
  const received: ReceivedMessage[] = []
  const http = await startLoopbackHttp(async (request, response) => {
    const { url: path = '/' } = request
    const read = async () => void received.push(await readMessage(request, path))
    const kind = injector.decide('receiver', `POST ${path}`, Object.keys(STRIKES))
    if (kind !== null) return await STRIKES[kind]?.(read, response)
    await read()
    response.writeHead(204).end()
  })
  return { ...http, received }
}

async function readMessage(request: IncomingMessage, path: string): Promise<ReceivedMessage> {
  const body = Buffer.concat(await request.toArray()).toString('utf8')
  return { path, messageId: String(request.headers['webhook-id']), body }
}
