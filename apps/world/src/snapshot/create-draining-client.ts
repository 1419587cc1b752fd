import type { ApiClient } from '@app/api/client/client.ts'
import type { Server } from '@app/server/server.ts'
import { drainPatiently } from '../drain-patiently.ts'

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
    return await drainUntilSettled(server, send(route, ...args))
  }
  return { callWithMeta, call: async (route, ...args) => (await callWithMeta(route, ...args)).data }
}

async function drainUntilSettled<T>(server: Pick<Server, 'drain'>, answer: Promise<T>): Promise<T> {
  let isSettled = false
  const settle = () => {
    isSettled = true
  }
  answer.then(settle, settle)
  while (!isSettled) await drainPatiently(server)
  return await answer
}
