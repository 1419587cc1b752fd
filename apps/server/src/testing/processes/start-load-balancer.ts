import { Agent, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { startLoopbackHttp } from '../faults/loopback-http.ts'

export interface LoadBalancer {
  url: string
  /** Returns the URLs that answered `/ready` with 200 at the last look. */
  ready(): string[]
  stop(): Promise<void>
}

interface Upstream {
  url: string
  isReady: boolean
  agent: Agent
}

const LOOK_INTERVAL_MS = 50

/** Starts a balancer that sends each request once, in turn, to a process that is ready, on kept connections. */
export async function startLoadBalancer(urls: readonly string[]): Promise<LoadBalancer> {
  const upstreams = urls.map((url) => ({
    url,
    isReady: false,
    agent: new Agent({ keepAlive: true }),
  }))
  const ending = new AbortController()
  const looking = Promise.all(upstreams.map((upstream) => watchReadiness(upstream, ending.signal)))
  let turn = 0
  const choose = async (): Promise<Upstream> => {
    for (;;) {
      const ready = upstreams.filter(({ isReady }) => isReady)
      turn += 1
      const chosen = ready[turn % Math.max(1, ready.length)]
      if (chosen !== undefined) return chosen
      await delay(LOOK_INTERVAL_MS)
    }
  }
  const server = await startLoopbackHttp(async (incoming, response) => {
    await forward(await choose(), incoming, response)
  })
  return {
    url: server.url,
    ready: () => upstreams.filter(({ isReady }) => isReady).map(({ url }) => url),
    stop: async () => {
      ending.abort()
      await looking
      await server.stop()
      for (const { agent } of upstreams) agent.destroy()
    },
  }
}

async function watchReadiness(upstream: Upstream, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const answer = await fetch(`${upstream.url}/ready`, { signal }).catch(() => null)
    upstream.isReady = answer?.status === 200
    await answer?.body?.cancel()
    await delay(LOOK_INTERVAL_MS, undefined, { signal }).catch(() => {})
  }
}

function forward(
  { url, agent }: Upstream,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = 'GET', headers, url: path = '/' } = incoming
  return new Promise((resolve) => {
    const outgoing = request(url + path, { method, headers, agent }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, { 'content-type': 'application/json' })
      answer.pipe(response)
      answer.on('close', resolve)
    })
    outgoing.on('error', (error) => {
      response.writeHead(502)
      response.end(error.message)
      resolve()
    })
    incoming.pipe(outgoing)
  })
}
