import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { Injector } from './injector.ts'
import { type LoopbackHttp, startLoopbackHttp } from './loopback-http.ts'

/** A message that the receiver has read. */
export interface DeliveredMessage {
  /** Of the URL: one for each webhook. */
  path: string
  messageId: string
  body: string
}

export interface FaultyReceiver extends LoopbackHttp {
  /** In the order of arrival. */
  received: readonly DeliveredMessage[]
}

interface Exchange {
  response: ServerResponse
  /** Reads the request, and notes it as received. */
  read(): Promise<void>
  /** Ends the process that sends. */
  endSender(): void
}

type Strike = (exchange: Exchange) => Promise<void>

const STRIKES: Readonly<Record<string, Strike>> = {
  'cut before it was read': async ({ response }) => void response.destroy(),
  'cut after it was read': async ({ read, response }) => {
    await read()
    response.destroy()
  },
  'read and refused': async ({ read, response }) => {
    await read()
    response.writeHead(500).end()
  },
  'the sender ends after it was read': async ({ read, response, endSender }) => {
    await read()
    endSender()
    response.destroy()
  },
  late: async ({ read, response }) => {
    await read()
    await delay(30)
    response.writeHead(204).end()
  },
}

/** Starts a receiver of webhooks; the injector decides what it does with each request. */
export async function startFaultyReceiver(
  injector: Injector,
  endSender: () => void,
): Promise<FaultyReceiver> {
  const received: DeliveredMessage[] = []
  const http = await startLoopbackHttp(async (request, response) => {
    const { url: path = '/' } = request
    const read = async () => void received.push(await readMessage(request, path))
    const kind = injector.decide('receiver', `POST ${path}`, Object.keys(STRIKES))
    if (kind !== null) return await STRIKES[kind]?.({ read, response, endSender })
    await read()
    response.writeHead(204).end()
  })
  return { ...http, received }
}

async function readMessage(request: IncomingMessage, path: string): Promise<DeliveredMessage> {
  const body = Buffer.concat(await request.toArray()).toString('utf8')
  return { path, messageId: String(request.headers['webhook-id']), body }
}
