import { type LoopbackServer, startLoopbackServer } from '@app/flow/testing/loopback-server.ts'
import { computeAddressAtIndex } from '@app/values/account-index.ts'
import type { Address } from '@app/values/address.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connectToTarget } from './connect-to-target.ts'

let node: LoopbackServer

beforeEach(async () => {
  node = await startLoopbackServer()
})

afterEach(async () => {
  await node.stop()
})

const connect = (address: Address = computeAddressAtIndex(1_000, 'testnet')) => {
  const contracts = { address, privateKeysHex: ['1'.repeat(64)], source: 'KEYS' }
  return connectToTarget({ network: 'testnet', accessNodeUrl: node.url, settings: { contracts } })
}

test('throws on mainnet before any other request', async () => {
  node.responses.push({ json: { chain_id: 'flow-mainnet' } })
  await expect(connect()).rejects.toThrow("serves Flow's mainnet")
  expect(node.requests.map(({ path }) => path)).toEqual(['/v1/network/parameters'])
})

test('throws on an account that does not exist', async () => {
  const missing = { status: 404, json: { code: 404, message: 'account not found' } }
  node.responses.push({ json: { chain_id: 'flow-testnet' } }, missing)
  const address = computeAddressAtIndex(1_000, 'testnet')
  await expect(connect(address)).rejects.toThrow(`There is no account ${address} on testnet`)
})

test('throws on an address of another network, without a request for it', async () => {
  node.responses.push({ json: { chain_id: 'flow-testnet' } })
  const address = computeAddressAtIndex(1_000, 'local')
  await expect(connect(address)).rejects.toThrow(`There is no account ${address} on testnet`)
  expect(node.requests).toHaveLength(1)
})
