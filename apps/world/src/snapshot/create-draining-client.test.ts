import type { ApiClient } from '@app/api/client/client.ts'
import { checkWallet, getAgentHistory } from '@app/api/routes/agent.ts'
import { expect, it } from 'vitest'
import { createDrainingClient } from './create-draining-client.ts'

const ADDRESS = '0x179b6b1cb6755e31'

/** A server that answers what changes something in its third drain, and reads at once. */
function createScene() {
  let drains = 0
  let drainsBeforeSending = 0
  let settle = () => {}
  const server = {
    drain: async () => {
      drains += 1
      if (drains === 3) settle()
    },
  }
  const callWithMeta = (async ({ method }: { method: string }) => {
    drainsBeforeSending = drains
    if (method !== 'GET') await new Promise<void>((resolve) => (settle = resolve))
    return { data: method }
  }) as unknown as ApiClient['callWithMeta']
  const client = createDrainingClient(server, { callWithMeta } as ApiClient)
  return { client, countDrains: () => drains, countBefore: () => drainsBeforeSending }
}

it('drains the server until it has answered what changes something', async () => {
  const { client, countDrains } = createScene()
  expect(await client.call(checkWallet, { body: { address: ADDRESS } })).toBe('POST')
  expect(countDrains()).toBeGreaterThanOrEqual(3)
})

it('lets the server do first what it has to do already', async () => {
  const { client, countBefore } = createScene()
  await client.call(checkWallet, { body: { address: ADDRESS } })
  expect(countBefore()).toBe(1)
})

it('drains nothing for a read', async () => {
  const { client, countDrains } = createScene()
  expect(await client.call(getAgentHistory)).toBe('GET')
  expect(countDrains()).toBe(0)
})

it('passes a failure on', async () => {
  const failing = { callWithMeta: () => Promise.reject(new Error('refused')) }
  const client = createDrainingClient({ drain: async () => {} }, failing as unknown as ApiClient)
  await expect(client.call(checkWallet, { body: { address: ADDRESS } })).rejects.toThrow('refused')
})
