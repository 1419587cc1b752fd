import { createFlowReader } from '@app/flow/read/create-flow-reader.ts'
import { type LoopbackServer, startLoopbackServer } from '@app/flow/testing/loopback-server.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { withChainCheck } from './with-chain-check.ts'

let node: LoopbackServer

beforeEach(async () => {
  node = await startLoopbackServer()
})

afterEach(() => node.stop())

const createCheckedReader = (network: 'local' | 'testnet') =>
  withChainCheck(createFlowReader({ accessNodeUrl: node.url }), network)

describe('a reader that expects a chain', () => {
  it('refuses to read a node of another network', async () => {
    node.responses.push({ json: { chain_id: 'flow-mainnet' } })
    await expect(createCheckedReader('testnet').getNodeVersion()).rejects.toThrow(
      'The access node belongs to flow-mainnet, but testnet is asked for.',
    )
    expect(node.requests).toHaveLength(1)
  })

  it('checks the chain id once', async () => {
    node.responses.push({ json: { chain_id: 'flow-emulator' } })
    const reader = createCheckedReader('local')
    expect(await reader.getChainId()).toBe('flow-emulator')
    expect(await reader.getChainId()).toBe('flow-emulator')
    expect(node.requests).toHaveLength(3)
  })
})
