import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { vi } from 'vitest'

/** A request of one client. */
export interface ClientRequest {
  url: string
  path: string
  body: object
  /** Address of loopback from which it is sent. */
  from?: string
}

interface ClientAnswer {
  status: number
  code?: string
  message?: string
  data?: Record<string, unknown>
}

export interface ClientOutcome {
  answer: ClientAnswer
  /** Answers after which the client tried again: their codes, or 'connection failed'. */
  retries: string[]
}

/** Answers after which a client sends the same again. */
const RETRIED = new Set([429, 503])

/**
 * Posts a request, and again after each failure of the connection and each answer that asks for it,
 * until there is another answer.
 */
export async function sendUntilAnswered(sent: ClientRequest): Promise<ClientOutcome> {
  const retries: string[] = []
  for (;;) {
    try {
      const answer = await post(sent)
      if (!RETRIED.has(answer.status)) return { answer, retries }
      retries.push(answer.code ?? String(answer.status))
    } catch {
      retries.push('connection failed')
    }
    await waitUntilHealthy(sent.url)
  }
}

async function post({ url, path, body, from }: ClientRequest): Promise<ClientAnswer> {
  const headers = { 'content-type': 'application/json' }
  const init = { method: 'POST', headers, body: JSON.stringify(body) }
  if (from !== undefined) return await postFrom(from, `${url}${path}`, init)
  const response = await fetch(`${url}${path}`, init)
  return { status: response.status, ...((await response.json()) as object) }
}

/** Posts from an address of loopback, which `fetch` cannot choose. */
async function postFrom(
  localAddress: string,
  url: string,
  { body, ...init }: { method: string; headers: Record<string, string>; body: string },
): Promise<ClientAnswer> {
  const sent = request(url, { ...init, agent: false, localAddress })
  sent.end(body)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  const text = Buffer.concat(await response.toArray()).toString()
  return { status: response.statusCode ?? 0, ...(JSON.parse(text) as object) }
}

/** A client waits at least this long before it tries again. */
const RETRY_MS = 250

/** How long processes that were killed may take until they run again on a busy machine. */
const PATIENCE_MS = 600_000

async function waitUntilHealthy(url: string): Promise<void> {
  const isHealthy = async () => (await fetch(`${url}/health`).catch(() => null))?.ok === true
  await delay(RETRY_MS)
  await vi.waitUntil(isHealthy, { timeout: PATIENCE_MS, interval: RETRY_MS })
}
