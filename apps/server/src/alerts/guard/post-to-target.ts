import { type ClientRequest, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { checkTargetUrl, getBareHost, type TargetRules } from './check-target-url.ts'
import { formatPostError } from './format-post-error.ts'
import { type HostAddress, type ResolveHost, resolveTarget } from './resolve-target.ts'

export interface PostRequest {
  url: string
  body: string
  headers: Record<string, string>
  /** Ends the attempt early. */
  signal: AbortSignal
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
export const MAX_RESPONSE_BYTES = 64 * 1024
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
      let bytes = 0
      const status = response.statusCode ?? 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes <= MAX_RESPONSE_BYTES) return
        fail(`its answer is longer than ${MAX_RESPONSE_BYTES / 1024} kB`)
        outgoing.destroy()
      })
      response.on('error', (error) => fail(formatPostError(error, options.timeoutMs)))
      response.on('end', () =>
        resolve({ status, problem: describeStatus(status), wasConnected: true }),
      )
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
