import { FatalError } from '@app/values/errors.ts'
import { NETWORK_NAMES, NETWORKS } from '@app/values/network.ts'
import { expect, test } from 'vitest'
import { readContractSource } from './contract-sources.ts'
import { EVENT_NAMES, getContractAddress, listImports, resolveImports } from './resolve-imports.ts'

const CADENCE = `import "FungibleToken"
import "TestDollar"

/// Not an import "Name" but a comment.
transaction() {}
`

test('imports by name become imports from the addresses of the network', () => {
  expect(resolveImports(CADENCE, 'local')).toBe(`import FungibleToken from 0xee82856bf20e2aa6
import TestDollar from 0xf8d6e0586b0a20c7

/// Not an import "Name" but a comment.
transaction() {}
`)
})

test('a contract without an address on the network is an error', () => {
  expect(() => resolveImports(CADENCE, 'testnet')).toThrow(FatalError)
  expect(() => resolveImports(CADENCE, 'testnet')).toThrow(
    'Contract TestDollar has no address on testnet',
  )
})

test('a given address takes precedence', () => {
  const contractAddresses = { TestDollar: '0x0123456789abcdef' }
  expect(resolveImports(CADENCE, 'testnet', contractAddresses)).toContain(
    'import FungibleToken from 0x9a0766d93b6608b7\nimport TestDollar from 0x0123456789abcdef\n',
  )
})

test('imported names are listed in source order', () => {
  expect(listImports(CADENCE)).toEqual(['FungibleToken', 'TestDollar'])
})

test.each(NETWORK_NAMES)('contracts of the chain itself are where %s defines them', (network) => {
  for (const [name, address] of Object.entries(NETWORKS[network].systemContracts)) {
    expect(getContractAddress(name, network), name).toBe(address)
  }
})

test.each(EVENT_NAMES)('%s is an event of that contract', (event) => {
  const [contract = '', name = ''] = event.split('.')
  expect(readContractSource(contract)).toContain(`access(all) event ${name}(`)
})
