import { expect, test } from 'vitest'
import { buildFlowVaultTypeId, getTokenSymbol } from './token-type.ts'

test.each([
  [buildFlowVaultTypeId('local'), 'FLOW'],
  ['A.f8d6e0586b0a20c7.FlowToken.Vault', 'FlowToken'],
  ['A.f8d6e0586b0a20c7.Pass.NFT', 'Pass'],
  ['A.f8d6e0586b0a20c7.Flow.Vault', 'A.f8d6e0586b0a20c7.Flow.Vault'],
  [`0xd3bf53dac106a0290b0483ecbc89d40fcc961f3e`, '0xd3bf...1f3e'],
  [
    'A.dfc20aee650fcbdf.EVMVMBridgedToken_d3bf53dac106a0290b0483ecbc89d40fcc961f3e.Vault',
    '0xd3bf...1f3e',
  ],
  ['odd', 'odd'],
])('%s is shown as %s', (type, symbol) => {
  expect(getTokenSymbol(type)).toBe(symbol)
})
