import { expect, test } from 'vitest'
import { describeMissingProject } from './connect-control.tsx'

test('a public network without a WalletConnect project says what does not work', () => {
  const notice = describeMissingProject({ network: 'testnet', walletConnectProjectId: '' })
  expect(notice).toMatch(/cannot connect here.*WALLETCONNECT_PROJECT_ID/)
})

test.each([
  { network: 'testnet', walletConnectProjectId: 'abc' },
  { network: 'local', walletConnectProjectId: '' },
] as const)('%j needs no notice', (config) => expect(describeMissingProject(config)).toBeNull())
