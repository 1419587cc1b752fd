import type { ApiClient } from '@app/api/client/client.ts'
import { checkWallet, getAgentHistory } from '@app/api/routes/agent.ts'
import { FatalError, RetryableError } from '@app/values/errors.ts'
import { expect, it } from 'vitest'
import { createDrainingClient, drainPatiently } from './drain.ts'

it.each([
  ['works again after failures that a retry may resolve', [new RetryableError('busy')], null],
  ['throws what no retry resolves', [new FatalError('gone')], 'gone'],
  ['throws what does not end', Array(50).fill(new RetryableError('busy')), 'busy'],
])('a drain %s', async (_, failures, problem) => {
  const drain = async () => {
    const failure = failures.shift()
    if (failure !== undefined) throw failure
  }
  if (problem === null) await drainPatiently({ drain })
  else await expect(drainPatiently({ drain })).rejects.toThrow(problem)
})

const CHECK = { body: { address: '0x179b6b1cb6755e31' } }

/** A server that answers what changes something in its third drain, and reads at once. */
function createScene() {
  const log: string[] = []
  let settle = () => {}
  const drain = async () => {
    log.push('drain')
    if (log.filter((entry) => entry === 'drain').length === 3) settle()
  }
  const callWithMeta = (async ({ method }: { method: string }) => {
    log.push(method)
    if (method !== 'GET') await new Promise<void>((resolve) => (settle = resolve))
    return { data: method }
  }) as unknown as ApiClient['callWithMeta']
  return { log, client: createDrainingClient({ drain }, { callWithMeta } as ApiClient) }
}

it('a client lets the server do first what it has to do already, and drains it until it answers', async () => {
  const { log, client } = createScene()
  expect(await client.call(checkWallet, CHECK)).toBe('POST')
  expect(log.slice(0, 4)).toEqual(['drain', 'POST', 'drain', 'drain'])
})

it('a client drains nothing for a read, and passes a failure on', async () => {
  const { log, client } = createScene()
  expect(await client.call(getAgentHistory)).toBe('GET')
  expect(log).toEqual(['GET'])
  const failing = { callWithMeta: () => Promise.reject(new Error('refused')) }
  const other = createDrainingClient({ drain: async () => {} }, failing as unknown as ApiClient)
  await expect(other.call(checkWallet, CHECK)).rejects.toThrow('refused')
})
