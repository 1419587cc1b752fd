import { createFlowReader } from '@app/flow/read/create-flow-reader.ts'
import { type LoopbackNode, startLoopbackNode } from '@app/flow/testing/loopback-node.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { expectChain } from './expect-chain.ts'

let node: LoopbackNode

beforeEach(async () => {
  node = await startLoopbackNode()
})

afterEach(() => node.stop())

const readerOf = (network: 'local' | 'testnet') =>
  expectChain(createFlowReader({ accessNodeUrl: node.url }), network)

describe('a reader that expects a chain', () => {
  it('refuses to read a node of another network', async () => {
    node.answers.push({ json: { chain_id: 'flow-mainnet' } })
    await expect(readerOf('testnet').nodeVersion()).rejects.toThrow(
      'The access node belongs to flow-mainnet, but testnet is asked for.',
    )
    expect(node.requests).toHaveLength(1)
  })

  it('asks once and reads on', async () => {
    node.answers.push({ json: { chain_id: 'flow-emulator' } })
    const reader = readerOf('local')
    expect(await reader.chainId()).toBe('flow-emulator')
    expect(await reader.chainId()).toBe('flow-emulator')
    expect(node.requests).toHaveLength(3)
  })
})
