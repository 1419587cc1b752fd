import { lookup } from 'node:dns/promises'
import { type ClientRequest, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import {
  checkTargetUrl,
  getBareHost,
  isLoopbackAddress,
  isPublicAddress,
  type TargetRules,
} from './check-target-url.ts'

/** An address of a host. */
interface HostAddress {
  address: string
  family: number
}

/** Returns every address of a host name. */
type ResolveHost = (host: string) => Promise<HostAddress[]>

/** The address to connect to, whatever the name means later; or why there is none. */
type ResolvedTarget =
  | { kind: 'resolved'; address: HostAddress }
  | { kind: 'refused'; problem: string }

export interface PostRequest {
  url: string
  body: string | Buffer
  headers: Record<string, string>
  /** Ends the attempt early. */
  signal: AbortSignal
  /** Returns why the body of a 2xx answer does not do; nothing else of a body leaves this file. */
  findProblem?: (answer: string) => string | null
}

export interface PostRules extends TargetRules {
  resolve?: ResolveHost
  /** Trusted certificates in PEM, instead of those of the system. */
  ca?: string
  /** For the whole attempt: name, connection, answer. */
  timeoutMs?: number
}

/** What became of a request. */
export interface PostOutcome {
  /** `null` when there was no complete answer. */
  status: number | null
  /** Why it did not succeed; `null` after a 2xx. */
  problem: string | null
  /** The connection was open: the request may have been read, whatever the answer. */
  wasConnected: boolean
}

export const POST_TIMEOUT_MS = 5_000
const MAX_RESPONSE_BYTES = 64 * 1024
const MAX_HEADER_BYTES = 16 * 1024

/**
 * Posts JSON to a URL that a stranger chose: its host is resolved once, all of its addresses must be
 * public, and the connection goes to the address that was checked. Redirects are not followed. Never
 * rejects.
 */
export async function postToTarget(request: PostRequest, rules: PostRules): Promise<PostOutcome> {
  const target = checkTargetUrl(request.url, rules)
  if (target.kind === 'refused') return refuse(target.problem)
  const { timeoutMs = POST_TIMEOUT_MS } = rules
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)])
  const resolved = await Promise.race([resolveTarget(target.url, rules), waitForAbort(signal)])
  if (resolved === null) return refuse(`there was no complete answer within ${timeoutMs / 1000} s`)
  if (resolved.kind === 'refused') return refuse(resolved.problem)
  return await send({ ...request, signal }, { ...rules, timeoutMs, target, resolved })
}

const refuse = (problem: string): PostOutcome => ({ status: null, problem, wasConnected: false })

const waitForAbort = (signal: AbortSignal): Promise<null> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve(null)
    signal.addEventListener('abort', () => resolve(null), { once: true })
  })

const resolveByDns: ResolveHost = (host) => lookup(host, { all: true, order: 'verbatim' })

/** Resolves the host of a URL once; every one of its addresses must be allowed. */
async function resolveTarget(
  url: URL,
  { allowsLoopback, resolve = resolveByDns }: TargetRules & { resolve?: ResolveHost },
): Promise<ResolvedTarget> {
  const host = getBareHost(url)
  const addresses = await listAddresses(host, resolve)
  const [first] = addresses
  if (first === undefined) return refuseHost('its host was not found')
  const isAllowed = ({ address }: HostAddress) =>
    isPublicAddress(address) || (allowsLoopback && isLoopbackAddress(address))
  if (addresses.every(isAllowed)) return { kind: 'resolved', address: first }
  return refuseHost('its host is not on the public internet')
}

async function listAddresses(host: string, resolve: ResolveHost): Promise<HostAddress[]> {
  const family = isIP(host)
  if (family !== 0) return [{ address: host, family }]
  return await resolve(host).catch(() => [])
}

const refuseHost = (problem: string): ResolvedTarget => ({ kind: 'refused', problem })

interface SendOptions extends PostRules {
  timeoutMs: number
  target: { url: URL }
  resolved: { address: HostAddress }
}

function send(request: PostRequest, options: SendOptions): Promise<PostOutcome> {
  return new Promise((resolve) => {
    let wasConnected = false
    const outgoing = openRequest(request, options)
    const fail = (problem: string) => resolve({ status: null, problem, wasConnected })
    outgoing.on('socket', (socket) => {
      const event = options.target.url.protocol === 'https:' ? 'secureConnect' : 'connect'
      socket.once(event, () => {
        wasConnected = true
      })
    })
    outgoing.on('error', (error) => fail(formatPostError(error, options.timeoutMs)))
    outgoing.on('upgrade', (_, socket) => {
      socket.destroy()
      fail('it answered with another protocol')
    })
    outgoing.on('response', (response) => {
      const chunks: Buffer[] = []
      let bytes = 0
      const status = response.statusCode ?? 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes <= MAX_RESPONSE_BYTES) return void chunks.push(chunk)
        fail(`its answer is longer than ${MAX_RESPONSE_BYTES / 1024} kB`)
        outgoing.destroy()
      })
      response.on('error', (error) => fail(formatPostError(error, options.timeoutMs)))
      response.on('end', () => {
        const answer = () => Buffer.concat(chunks).toString('utf8')
        const problem = describeStatus(status) ?? request.findProblem?.(answer()) ?? null
        resolve({ status, problem, wasConnected: true })
      })
    })
    outgoing.end(request.body)
  })
}

/** The address is that of the connection, whatever the name means now; the name is in the headers. */
function openRequest(
  { body, headers, signal }: PostRequest,
  { target: { url }, resolved: { address }, ca }: SendOptions,
): ClientRequest {
  const host = getBareHost(url)
  const isHttps = url.protocol === 'https:'
  const options = {
    method: 'POST',
    host: address.address,
    family: address.family,
    // No port is the default one of the protocol.
    ...(url.port !== '' && { port: url.port }),
    path: `${url.pathname}${url.search}`,
    headers: { ...headers, host: url.host, 'content-length': Buffer.byteLength(body) },
    setHost: false,
    agent: false as const,
    maxHeaderSize: MAX_HEADER_BYTES,
    signal,
  }
  if (!isHttps) return requestHttp(options)
  const servername = isIP(host) === 0 ? { servername: host.replace(/\.$/, '') } : {}
  return requestHttps({ ...options, ...servername, ...(ca !== undefined && { ca }) })
}

function describeStatus(status: number): string | null {
  if (status >= 200 && status < 300) return null
  const isRedirect = status >= 300 && status < 400
  return `it answered ${status}${isRedirect ? ': redirects are not followed' : ''}`
}

const PROBLEMS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed before the answer was complete',
  EHOSTUNREACH: 'there is no route to its address',
  ENETUNREACH: 'there is no route to its address',
  ETIMEDOUT: 'the connection could not be opened in time',
  HPE_HEADER_OVERFLOW: 'its headers are longer than 16 kB',
}

/** Describes why a request failed, without what the receiver sent. */
function formatPostError(error: Error, timeoutMs: number): string {
  if (error.name === 'AbortError' || error.name === 'TimeoutError') {
    return `there was no complete answer within ${timeoutMs / 1000} s`
  }
  const code = 'code' in error ? String(error.code) : ''
  if (/CERT|SELF_SIGNED|UNABLE_TO|ALTNAME/.test(code))
    return `its certificate is not valid (${code})`
  return PROBLEMS[code] ?? `the connection failed${code === '' ? '' : ` (${code})`}`
}
