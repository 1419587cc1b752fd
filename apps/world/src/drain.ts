import type { ApiClient } from '@app/api/client/client.ts'
import type { Server } from '@app/server/server.ts'
import { RetryableError } from '@app/values/errors.ts'

const MOST_ATTEMPTS = 20

/**
 * Lets a server that works only in `drain` work until it is idle. Where its node or its database does not answer in time,
 * as on a busy machine, it works again, as the loop of a running server does; throws the error of the last attempt.
 */
export async function drainPatiently(server: Pick<Server, 'drain'>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await server.drain()
    } catch (error) {
      if (!(error instanceof RetryableError) || attempt === MOST_ATTEMPTS) throw error
    }
  }
}

/**
 * Creates a client of a server that works only in `drain`: whatever changes something is answered when
 * the server has processed what it causes, so the server is drained until then. It is drained before, too: what the agent
 * has to send already always comes first.
 */
export function createDrainingClient(
  server: Pick<Server, 'drain'>,
  { callWithMeta: send }: ApiClient,
): ApiClient {
  const callWithMeta: ApiClient['callWithMeta'] = async (route, ...args) => {
    if (route.method === 'GET') return await send(route, ...args)
    await drainPatiently(server)
    let isSettled = false
    const answer = send(route, ...args).finally(() => {
      isSettled = true
    })
    answer.catch(() => {})
    while (!isSettled) await drainPatiently(server)
    return await answer
  }
  return { callWithMeta, call: async (route, ...args) => (await callWithMeta(route, ...args)).data }
}
