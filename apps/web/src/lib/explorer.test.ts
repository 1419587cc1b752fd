import { SHOWN_NETWORKS } from '@app/values/shown-networks.ts'
import { expect, test } from 'vitest'
import { buildEvmUrl, buildTransactionUrl } from './explorer.ts'

test('the transaction id replaces {id} in the pattern', () => {
  expect(buildTransactionUrl('https://testnet.flowscan.io/tx/{id}', '8f2c')).toBe(
    'https://testnet.flowscan.io/tx/8f2c',
  )
})

test('an address and a transaction of the EVM have a page each, where there is an explorer', () => {
  const { testnet, local } = SHOWN_NETWORKS
  expect(buildEvmUrl(testnet, 'address', '0x71')).toBe(
    'https://evm-testnet.flowscan.io/address/0x71',
  )
  expect(buildEvmUrl(testnet, 'tx', '0xab')).toBe('https://evm-testnet.flowscan.io/tx/0xab')
  expect(buildEvmUrl(local, 'tx', '0xab')).toBeNull()
})
