import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request to the node, as the proxy received it. */
export interface ProxiedRequest {
  method: string
  /** Path with query string. */
  path: string
  body: string
}

/** A fault between the server and its node. */
type Fault =
  /** No fault: the test only waits for the request. */
  | 'none'
  /** The request is not forwarded, and no response is sent. */
  | 'hold'
  /** The request is forwarded; the response of the node is not sent. */
  | 'hold answer'
  /** The request is not forwarded, and its connection closed. */
  | 'cut'
  /** The request is forwarded, and its connection closed instead of an answer. */
  | 'cut answer'
  /** The request is not forwarded; a response as if it had succeeded is sent. */
  | 'lose'
  /** A refusal with this text is sent. */
  | { refuse: string }
  /** A response with status 503, as from an overloaded node, is sent. */
  | 'busy'

export interface FaultProxy {
  url: string
  /**
   * Applies the fault to the next `count` (default 1) requests that match. Resolves at the first of
   * them; for 'hold answer', once the node has responded.
   */
  injectFault(matches: RequestMatcher, fault: Fault, count?: number): Promise<ProxiedRequest>
  /** All received requests, in order. */
  requests: readonly ProxiedRequest[]
  stop(): Promise<void>
}

type RequestMatcher = (request: ProxiedRequest) => boolean

interface FaultRule {
  matches: RequestMatcher
  fault: Fault
  remaining: number
  onMatch: (request: ProxiedRequest) => void
}

export const isPost: RequestMatcher = ({ method, path }) =>
  method === 'POST' && /transactions$/.test(path)
export const isResultLookup: RequestMatcher = ({ path }) => path.includes('/transaction_results/')
export const isTipLookup: RequestMatcher = ({ path }) => path.includes('/blocks?height=sealed')

/**
 * Starts a proxy in front of a real node that forwards everything except requests with a fault set
 * by a test.
 */
export async function startFaultProxy(nodeUrl: string): Promise<FaultProxy> {
  const rules: FaultRule[] = []
  const requests: ProxiedRequest[] = []
  const server = createServer((incoming, response) => {
    void readRequest(incoming).then(async (request) => {
      requests.push(request)
      const rule = rules.find(({ matches, remaining }) => remaining > 0 && matches(request))
      if (rule === undefined) return await passThrough(nodeUrl, request, response)
      rule.remaining -= 1
      await applyFault(rule, { nodeUrl, request, response })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    injectFault: (matches, fault, count = 1) =>
      new Promise((met) => rules.unshift({ matches, fault, remaining: count, onMatch: met })),
    stop: () => stop(server),
  }
}

async function readRequest(incoming: IncomingMessage): Promise<ProxiedRequest> {
  const chunks = await incoming.toArray()
  const { method = 'GET', url = '/' } = incoming
  return { method, path: url, body: Buffer.concat(chunks).toString('utf8') }
}

async function applyFault(
  { fault, onMatch }: FaultRule,
  { nodeUrl, request, response }: Exchange,
): Promise<void> {
  if (fault === 'none') await passThrough(nodeUrl, request, response)
  if (fault === 'hold answer' || fault === 'cut answer') await forward(nodeUrl, request)
  if (fault === 'cut' || fault === 'cut answer') response.destroy()
  if (fault === 'lose') sendJson(response, 200, '{}')
  if (fault === 'busy') sendJson(response, 503, formatFailure(503, 'too much to do'))
  if (typeof fault === 'object') sendJson(response, 400, formatFailure(400, fault.refuse))
  onMatch(request)
}

interface Exchange {
  nodeUrl: string
  request: ProxiedRequest
  response: ServerResponse
}

async function passThrough(nodeUrl: string, request: ProxiedRequest, response: ServerResponse) {
  const { status, text } = await forward(nodeUrl, request)
  sendJson(response, status, text)
}

async function forward(nodeUrl: string, { method, path, body }: ProxiedRequest) {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(nodeUrl + path, { method, headers, ...(body !== '' && { body }) })
  return { status: answer.status, text: await answer.text() }
}

function sendJson(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(text)
}

const formatFailure = (code: number, message: string) => JSON.stringify({ code, message })

async function stop(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
}
