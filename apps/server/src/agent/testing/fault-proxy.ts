import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { createSeededRandom } from '@app/score/testing/seeded-random.ts'

/** What a client sent in one go, to a node or to PostgreSQL. */
export interface ProxiedRequest {
  /** Of HTTP; `SQL` for PostgreSQL. */
  method: string
  /** Path with query string; the text of a statement, empty for other messages of PostgreSQL. */
  path: string
  /** Of a statement: with its parameters, in the bytes of the protocol. */
  body: string
}

/** A fault between a client and the server that it calls. */
type Fault =
  /** No fault: the test only waits for the request. */
  | 'none'
  /** The request is not forwarded, and no response is sent. */
  | 'hold'
  /** The request is forwarded; the response is not sent. */
  | 'hold answer'
  /** The request is not forwarded, and its connection closed. */
  | 'cut'
  /** The request is forwarded, and its connection closed instead of an answer. */
  | 'cut answer'
  /** Like 'cut', for every connection; new ones are refused until `revive`, as when the process of the client ends. */
  | 'crash'
  /** Like 'crash', once the request was answered. */
  | 'crash answer'
  /** HTTP: the request is not forwarded; a response as if it had succeeded is sent. */
  | 'lose'
  /** HTTP: a refusal with this text is sent. */
  | { refuse: string }
  /** HTTP: a response with status 503, as from an overloaded node, is sent. */
  | 'busy'

export interface FaultProxy {
  /** That of the server, with the port of the proxy. */
  url: string
  /**
   * Applies the fault to the next `count` (default 1) requests that match; later rules come first. Resolves at the
   * first of them; where the request is forwarded and its response is not, once there is one.
   */
  injectFault(matches: RequestMatcher, fault: Fault, count?: number): Promise<ProxiedRequest>
  /** All received requests, in order. */
  requests: readonly ProxiedRequest[]
  /** Whether a fault ended every connection. */
  isCrashed(): boolean
  revive(): void
  /** From now on every request passes. */
  clearFaults(): void
  stop(): Promise<void>
}

export type RequestMatcher = (request: ProxiedRequest) => boolean

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

/** Faults by pseudo-random numbers. */
export interface RandomFaults {
  seed: number
  /** One of them strikes, each as often as the others. */
  kinds: readonly Fault[]
  /** Returns the probability that a request is struck. */
  rate(request: ProxiedRequest): number
}

/** Lets faults strike until they are cleared; returns their count so far. */
export function injectRandomFaults(
  proxy: FaultProxy,
  { seed, kinds, rate }: RandomFaults,
): () => number {
  const random = createSeededRandom(seed)
  let count = 0
  for (const kind of kinds) {
    const strikes: RequestMatcher = (request) => {
      const isStruck = random() < rate(request) / kinds.length
      if (isStruck) count += 1
      return isStruck
    }
    void proxy.injectFault(strikes, kind, Number.POSITIVE_INFINITY)
  }
  return () => count
}

interface ProxyState {
  target: URL
  rules: FaultRule[]
  requests: ProxiedRequest[]
  sessions: Set<Session>
  isCrashed: boolean
}

/** One connection of the client, with its own to the server. */
interface Session {
  client: Socket
  server: Socket
  /** What happens instead of the next answer. */
  onAnswer: (() => void) | null
}

/** Starts a proxy in front of a node or of PostgreSQL that forwards everything but requests with a fault set by a test. */
export async function startFaultProxy(serverUrl: string): Promise<FaultProxy> {
  const target = new URL(serverUrl)
  const rules: FaultRule[] = []
  const state: ProxyState = { target, rules, requests: [], sessions: new Set(), isCrashed: false }
  const server = createServer((client) => {
    if (state.isCrashed) client.destroy()
    else openSession(state, client)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(serverUrl)
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href.replace(/\/$/, ''),
    requests: state.requests,
    injectFault: (matches, fault, count = 1) =>
      new Promise((met) => rules.unshift({ matches, fault, remaining: count, onMatch: met })),
    isCrashed: () => state.isCrashed,
    revive: () => {
      state.isCrashed = false
    },
    clearFaults: () => void rules.splice(0),
    stop: () => stop(server, state),
  }
}

async function stop(server: Server, { sessions }: ProxyState): Promise<void> {
  sessions.forEach(cut)
  await new Promise((resolve) => server.close(resolve))
}

function openSession(state: ProxyState, client: Socket): void {
  const server = connect(Number(state.target.port), state.target.hostname)
  const session: Session = { client, server, onAnswer: null }
  state.sessions.add(session)
  for (const socket of [client, server]) socket.setNoDelay(true).on('error', () => {})
  client.on('close', () => {
    state.sessions.delete(session)
    server.destroy()
  })
  server.on('close', () => client.end())
  server.on('data', (chunk) => {
    if (session.onAnswer === null) client.write(chunk)
    else session.onAnswer()
  })
  let received: Buffer = Buffer.alloc(0)
  client.on('data', (chunk) => {
    received = Buffer.concat([received, chunk as Buffer])
    const request = parseRequest(received)
    if (request === null) return
    receive(state, session, { request, bytes: received })
    received = Buffer.alloc(0)
  })
}

function cut({ client, server }: Session): void {
  client.destroy()
  server.destroy()
}

/** Reads a request of HTTP, `null` before its body is complete; anything else is of PostgreSQL. */
function parseRequest(bytes: Buffer): ProxiedRequest | null {
  const text = bytes.toString('latin1')
  const [, method = '', path = ''] = /^([A-Z]{3,}) (\S+) HTTP\/1\.1\r\n/.exec(text) ?? []
  if (method === '') {
    const [, sql = ''] = /^(?:Q.{4}|P.{4}[^\0]*\0)([^\0]*)\0/s.exec(text) ?? []
    return { method: 'SQL', path: sql.replace(/\s+/g, ' ').trim(), body: text }
  }
  const bodyAt = text.indexOf('\r\n\r\n') + 4
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? 0)
  if (bodyAt < 4 || bytes.length < bodyAt + length) return null
  return { method, path, body: bytes.toString('utf8', bodyAt) }
}

interface Received {
  request: ProxiedRequest
  bytes: Buffer
}

function receive(state: ProxyState, session: Session, { request, bytes }: Received): void {
  state.requests.push(request)
  const rule = state.rules.find(({ matches, remaining }) => remaining > 0 && matches(request))
  if (rule === undefined) return void session.server.write(bytes)
  rule.remaining -= 1
  const { fault, onMatch } = rule
  if (typeof fault === 'object') respond(session, 400, { code: 400, message: fault.refuse })
  else STRIKES[fault]({ state, session, bytes, met: () => onMatch(request) })
  if (typeof fault === 'object' || !fault.endsWith(' answer')) onMatch(request)
}

interface Strike {
  state: ProxyState
  session: Session
  bytes: Buffer
  /** To be called once the request is answered. */
  met(): void
}

const STRIKES: Readonly<Record<Exclude<Fault, object>, (strike: Strike) => void>> = {
  none: ({ session, bytes }) => void session.server.write(bytes),
  hold: () => {},
  'hold answer': (strike) => forward(strike, () => {}),
  cut: ({ session }) => cut(session),
  'cut answer': (strike) => forward(strike, () => cut(strike.session)),
  crash: ({ state }) => crash(state),
  'crash answer': (strike) => forward(strike, () => crash(strike.state)),
  lose: ({ session }) => respond(session, 200, {}),
  busy: ({ session }) => respond(session, 503, { code: 503, message: 'too much to do' }),
}

/** Forwards a request; calls `end` instead of sending its answer. */
function forward({ session, bytes, met }: Strike, end: () => void): void {
  session.onAnswer = () => {
    end()
    met()
  }
  session.server.write(bytes)
}

function crash(state: ProxyState): void {
  state.isCrashed = true
  state.sessions.forEach(cut)
}

function respond({ client }: Session, status: number, json: object): void {
  const body = JSON.stringify(json)
  client.write(
    `HTTP/1.1 ${status} Fault\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
}
