import { DEPLOYMENT_ORDER } from '@app/contracts/contract-sources.ts'
import { type LoopbackServer, startLoopbackServer } from '@app/flow/testing/loopback-server.ts'
import { computeAddressAtIndex } from '@app/values/account-index.ts'
import { type Address, toAddress } from '@app/values/address.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildContractAddresses, connectToTarget, listSources } from './target.ts'

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

test.each([
  ['flow-mainnet', "serves Flow's mainnet"],
  ['flow-emulator', 'serves flow-emulator, not flow-testnet'],
])('throws on %s before any other request', async (chain_id, sentence) => {
  node.responses.push({ json: { chain_id } })
  await expect(connect()).rejects.toThrow(sentence)
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

const CONTRACTS_ACCOUNT = toAddress('0123456789abcdef')
const listSourcesOn = (network: 'local' | 'testnet') =>
  listSources({ network, contractAddresses: buildContractAddresses(network, CONTRACTS_ACCOUNT) })

test('on testnet our contracts import each other from their account, and third-party contracts from flow.json', () => {
  const sources = listSourcesOn('testnet')
  expect(sources.map(({ name }) => name)).toEqual(DEPLOYMENT_ORDER)
  const actions = sources.find(({ name }) => name === 'DharmaConnectors')
  expect(actions?.code).toMatch(/^import DeFiActions from 0x0b11b1848a8aa2c0$/m)
  expect(actions?.code).toMatch(/^import FungibleToken from 0x9a0766d93b6608b7$/m)
  expect(actions?.code).toMatch(/^import DharmaScore from 0x0123456789abcdef$/m)
  for (const { code } of sources) expect(code).not.toMatch(/^import "/m)
})

test('on an emulator the local copy of Flow Actions comes first', () => {
  const [first, second] = listSourcesOn('local').map(({ name }) => name)
  expect([first, second]).toEqual(['DeFiActions', DEPLOYMENT_ORDER[0]])
})

test('a contract comes after all of its imports', () => {
  const seen = new Set<string>()
  const own = buildContractAddresses('local', CONTRACTS_ACCOUNT)
  for (const { name, imports } of listSourcesOn('local')) {
    expect(imports.filter((other) => other in own && !seen.has(other))).toEqual([])
    seen.add(name)
  }
})
