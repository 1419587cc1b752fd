import { expect, test } from 'vitest'
import { describeForeignNetwork } from './create-wallet-session.ts'

test('a node of another network is named, one of this network is not', () => {
  expect(describeForeignNetwork('mainnet', 'testnet')).toContain('is of the network mainnet')
  expect(describeForeignNetwork('testnet', 'testnet')).toBeNull()
})
