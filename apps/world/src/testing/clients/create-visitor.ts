import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { type ApiClient, createClient } from '@app/api/client/client.ts'

/** Only Linux has all of 127.0.0.0/8. */
export const HAS_MANY_VISITORS = process.platform === 'linux'

/** Creates a client of the API with an address of its own, such as 127.0.1.7 for the seventh. */
export function createVisitor(apiUrl: string, number: number): ApiClient {
  const baseUrl = apiUrl.replace('localhost', '127.0.0.1')
  return createClient({ baseUrl, fetch: createFetchFrom(`127.0.1.${number}`) })
}

/** Fetches from an address of loopback, which `fetch` cannot choose. */
function createFetchFrom(localAddress: string): typeof fetch {
  return async (url, init) => {
    const headers = Object.fromEntries(new Headers(init?.headers))
    const method = init?.method ?? 'GET'
    const sent = request(String(url), { method, headers, agent: false, localAddress })
    sent.end(init?.body)
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    const body = Buffer.concat(await answer.toArray())
    const type = answer.headers['content-type'] ?? ''
    return new Response(body, { status: answer.statusCode ?? 0, headers: { 'content-type': type } })
  }
}
