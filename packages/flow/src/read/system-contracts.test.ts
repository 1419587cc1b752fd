import { toAccountIndex } from '@app/values/account-index.ts'
import { FLOW_VAULT_TYPES, isFlowVault } from '@app/values/flow-vault.ts'
import type { Network } from '@app/values/network.ts'
import { NETWORKS } from '@app/values/network.ts'
import { describe, expect, test } from 'vitest'
import {
  buildFlowVaultTypeId,
  buildSystemTypeId,
  FEE_ACCOUNTS,
  SYSTEM_CONTRACTS,
} from './system-contracts.ts'

describe.each(NETWORKS)('on %s', (network: Network) => {
  const addresses = Object.entries(SYSTEM_CONTRACTS[network])

  test.each(addresses)('%s has an address of the network', (_, address) => {
    expect(toAccountIndex(address, network)).not.toBeNull()
  })

  test('fee accounts are addresses of the network, the first is FlowFees', () => {
    expect(FEE_ACCOUNTS[network][0]).toBe(SYSTEM_CONTRACTS[network].FlowFees)
    for (const account of FEE_ACCOUNTS[network]) {
      expect(toAccountIndex(account, network)).not.toBeNull()
    }
  })
})

test('type ids equal those in events', () => {
  expect(buildSystemTypeId('local', 'FungibleToken', 'Deposited')).toBe(
    'A.ee82856bf20e2aa6.FungibleToken.Deposited',
  )
})

test('FLOW is only the token of the network’s own contract', () => {
  for (const network of NETWORKS)
    expect(buildFlowVaultTypeId(network)).toBe(FLOW_VAULT_TYPES[network])
  expect(isFlowVault(FLOW_VAULT_TYPES.testnet)).toBe(true)
  expect(isFlowVault('A.179b6b1cb6755e31.FlowToken.Vault')).toBe(false)
})
