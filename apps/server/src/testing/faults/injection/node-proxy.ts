import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { Injector } from './injector.ts'
import { startLoopbackHttp } from './loopback-http.ts'

/** A request, and how it is forwarded. */
interface Exchange {
  method: string
  path: string
  body: string
  response: ServerResponse
  forward(): Promise<NodeAnswer>
  /** Asks the node for another path. */
  get(path: string): Promise<NodeAnswer>
}

interface NodeAnswer {
  status: number
  text: string
}

type Strike = (exchange: Exchange) => Promise<void>

/** Faults of every request. */
const COMMON: Readonly<Record<string, Strike>> = {
  delay: async (exchange) => {
    await delay(30)
    await pass(exchange)
  },
  'cut before the node': async ({ response }) => void response.destroy(),
  'cut after the node': async ({ response, forward }) => {
    await forward()
    response.destroy()
  },
  truncate: async ({ response, forward }) => {
    const { status, text } = await forward()
    send(response, { status, text: text.slice(0, Math.floor(text.length / 2)) })
  },
  'send twice': async (exchange) => {
    await exchange.forward()
    await pass(exchange)
  },
  429: async ({ response }) => fail(response, 429),
  500: async ({ response }) => fail(response, 500),
  503: async ({ response }) => fail(response, 503),
}

/** How far a stale tip lags behind. */
const STALE_BLOCKS = 3

type Json = Record<string, unknown>

/** Faults of an answer with events. */
const OF_EVENTS: Readonly<Record<string, Strike>> = {
  'reorder blocks': (exchange) => change(exchange, (blocks) => blocks.toReversed()),
  'reorder events': (exchange) =>
    change(exchange, (blocks) =>
      blocks.map((block) => ({ ...block, events: listEvents(block).toReversed() })),
    ),
  'double events': (exchange) =>
    change(exchange, (blocks) =>
      blocks.map((block) => ({ ...block, events: [...listEvents(block), ...listEvents(block)] })),
    ),
  'double blocks': (exchange) => change(exchange, (blocks) => [...blocks, ...blocks]),
  'omit a block': (exchange) => change(exchange, (blocks) => blocks.slice(0, -1)),
  'another block at a height': (exchange) =>
    change(exchange, (blocks) => blocks.map((block) => ({ ...block, block_id: 'f0'.repeat(32) }))),
}

/** Faults of the height of the tip: a node that lags, or one of another fork. */
const OF_TIP: Readonly<Record<string, Strike>> = {
  'stale height': async ({ response, forward, get }) => {
    const [tip] = JSON.parse((await forward()).text)
    const height = Math.max(0, Number(tip.header.height) - STALE_BLOCKS)
    send(response, await get(`/v1/blocks?height=${height}`))
  },
}

/** Faults of a sent transaction. */
const OF_SENDING: Readonly<Record<string, Strike>> = {
  'accept and forget': async ({ response }) => send(response, { status: 200, text: '{}' }),
}

/** Starts a proxy in front of a node; the injector decides what it does with each request. */
export async function startNodeProxy(nodeUrl: string, injector: Injector) {
  return await startLoopbackHttp(async (request, response) => {
    const { method = 'GET', url: path = '/' } = request
    const body = await readBody(request)
    const forward = () => call(nodeUrl, { method, path, body })
    const get = (other: string) => call(nodeUrl, { method: 'GET', path: other, body: '' })
    const exchange = { method, path, body, response, forward, get }
    const strikes = listStrikes(method, path)
    const place = isSending(method, path) ? 'sending' : 'node'
    const kind = injector.decide(place, describeRequest(exchange), Object.keys(strikes))
    await (kind === null ? pass(exchange) : (strikes[kind] ?? pass)(exchange))
  })
}

const isSending = (method: string, path: string): boolean =>
  method === 'POST' && path.endsWith('/transactions')

function listStrikes(method: string, path: string): Readonly<Record<string, Strike>> {
  if (path.includes('/events?')) return { ...COMMON, ...OF_EVENTS }
  if (path.endsWith('height=sealed') && method === 'GET') return { ...COMMON, ...OF_TIP }
  if (isSending(method, path)) return { ...COMMON, ...OF_SENDING }
  return COMMON
}

/** The canonical key of a request. */
function describeRequest({ method, path, body }: Exchange): string {
  const suffix =
    body === '' ? '' : ` #${createHash('sha256').update(body).digest('hex').slice(0, 12)}`
  return `${method} ${path}${suffix}`
}

async function readBody(request: IncomingMessage): Promise<string> {
  return Buffer.concat(await request.toArray()).toString('utf8')
}

async function call(
  nodeUrl: string,
  { method, path, body }: Pick<Exchange, 'method' | 'path' | 'body'>,
): Promise<NodeAnswer> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(nodeUrl + path, { method, headers, ...(body !== '' && { body }) })
  return { status: answer.status, text: await answer.text() }
}

async function pass({ response, forward }: Exchange): Promise<void> {
  send(response, await forward())
}

async function change({ response, forward }: Exchange, edit: (blocks: Json[]) => Json[]) {
  const { status, text } = await forward()
  send(response, { status, text: JSON.stringify(edit(JSON.parse(text))) })
}

const listEvents = (block: Json): unknown[] => (Array.isArray(block.events) ? block.events : [])

function fail(response: ServerResponse, status: number): void {
  const text = JSON.stringify({ code: status, message: 'too much to do' })
  send(response, { status, text }, status === 429 ? { 'retry-after': '0' } : {})
}

function send(
  response: ServerResponse,
  { status, text }: NodeAnswer,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(text)
}
