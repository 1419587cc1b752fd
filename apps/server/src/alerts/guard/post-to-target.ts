import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { type ClientRequest, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import {
  checkTargetUrl,
  isLoopbackAddress,
  isPublicAddress,
  type TargetRules,
} from './check-target-url.ts'

/** Returns every address of a host name. */
type ResolveHost = (host: string) => Promise<LookupAddress[]>

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
 * public, and the connection goes to an address that was checked. Redirects are not followed. Never
 * rejects.
 */
export async function postToTarget(request: PostRequest, rules: PostRules): Promise<PostOutcome> {
  const target = checkTargetUrl(request.url, rules)
  if (target.kind === 'refused') {
    return { status: null, problem: target.problem, wasConnected: false }
  }
  const { timeoutMs = POST_TIMEOUT_MS } = rules
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)])
  return await send({ ...request, signal }, { ...rules, timeoutMs, url: target.url })
}

const resolveByDns: ResolveHost = (host) => lookup(host, { all: true, order: 'verbatim' })

/**
 * Returns the function by which a connection resolves the host name of its URL, once. It fails where one of the addresses
 * is not allowed. A URL with an address needs none: `checkTargetUrl` has checked it.
 */
const createLookup =
  ({ allowsLoopback, resolve = resolveByDns }: PostRules): LookupFunction =>
  async (host, _, callback) => {
    const addresses = await resolve(host).catch(() => [])
    const isAllowed = ({ address }: LookupAddress) =>
      isPublicAddress(address) || (allowsLoopback && isLoopbackAddress(address))
    if (addresses.length === 0) return callback(buildLookupError('ENOTFOUND'), [])
    if (!addresses.every(isAllowed)) return callback(buildLookupError('NOT_PUBLIC'), [])
    callback(null, addresses)
  }

const buildLookupError = (code: 'ENOTFOUND' | 'NOT_PUBLIC') =>
  Object.assign(new Error(`no address to connect to: ${code}`), { code })

interface SendOptions extends PostRules {
  timeoutMs: number
  url: URL
}

function send(request: PostRequest, options: SendOptions): Promise<PostOutcome> {
  return new Promise((resolve) => {
    let wasConnected = false
    const outgoing = openRequest(request, options)
    const fail = (problem: string) => resolve({ status: null, problem, wasConnected })
    outgoing.on('socket', (socket) => {
      const event = options.url.protocol === 'https:' ? 'secureConnect' : 'connect'
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

function openRequest({ headers, signal }: PostRequest, options: SendOptions): ClientRequest {
  const { url, ca } = options
  const settings = {
    method: 'POST',
    headers,
    lookup: createLookup(options),
    agent: false as const,
    // The lookup is then asked for all addresses.
    autoSelectFamily: true,
    maxHeaderSize: MAX_HEADER_BYTES,
    signal,
  }
  if (url.protocol !== 'https:') return requestHttp(url, settings)
  return requestHttps(url, { ...settings, ...(ca !== undefined && { ca }) })
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
  ENOTFOUND: 'its host was not found',
  ETIMEDOUT: 'the connection could not be opened in time',
  HPE_HEADER_OVERFLOW: 'its headers are longer than 16 kB',
  NOT_PUBLIC: 'its host is not on the public internet',
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
