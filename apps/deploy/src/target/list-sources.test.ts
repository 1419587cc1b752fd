import { createHash } from 'node:crypto'
import { DEPLOYMENT_ORDER } from '@app/contracts/contract-sources.ts'
import { toAddress } from '@app/values/address.ts'
import { expect, test } from 'vitest'
import { buildContractAddresses, listSources } from './list-sources.ts'

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

test('the hash of a source is the SHA3-256 of its code', () => {
  const [first] = listSourcesOn('testnet')
  const hash = createHash('sha3-256').update(first?.code ?? '')
  expect(first?.hash).toBe(hash.digest('hex'))
})
