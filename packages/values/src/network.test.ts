import { describe, expect, test } from 'vitest'
import { toAccountIndex } from './account-index.ts'
import { isMainnet, isNetwork, NETWORK_NAMES, NETWORKS } from './network.ts'
import { buildFlowVaultTypeId, isFlowVault } from './token-type.ts'

describe.each(NETWORK_NAMES)('on %s', (network) => {
  const { systemContracts, feeAccounts, evmBridge } = NETWORKS[network]

  test.each(Object.entries(systemContracts))('%s has an address of the network', (_, address) => {
    expect(toAccountIndex(address, network)).not.toBeNull()
  })

  test('fees go to addresses of the network, first of all to FlowFees', () => {
    expect(feeAccounts[0]).toBe(systemContracts.FlowFees)
    for (const account of feeAccounts) expect(toAccountIndex(account, network)).not.toBeNull()
  })

  test('the bridge to the EVM, where there is one, has an address of the network', () => {
    if (evmBridge !== null) expect(toAccountIndex(evmBridge, network)).not.toBeNull()
  })

  test('the vault of the own FlowToken contract holds FLOW', () => {
    expect(isFlowVault(buildFlowVaultTypeId(network))).toBe(true)
  })
})

test('another contract called FlowToken holds no FLOW', () => {
  expect(isFlowVault('A.179b6b1cb6755e31.FlowToken.Vault')).toBe(false)
})

test.each(['mainnet', 'toString', ''])('%j is no network', (name) => {
  expect(isNetwork(name)).toBe(false)
})

test('no definition is that of mainnet', () => {
  const known = NETWORK_NAMES.flatMap((name) => [name, NETWORKS[name].chainId])
  expect(known.filter(isMainnet)).toEqual([])
})

test.each(['mainnet', 'flow-mainnet'])('%s is refused', (name) => {
  expect(isMainnet(name)).toBe(true)
})
