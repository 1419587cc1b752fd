import { expect, test } from 'vitest'
import { formatDecimal } from './amount.ts'
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

test.each([
  [0n, '0'],
  [1n, '0.00000001'],
  [1_250_000_000n, '12.5'],
  [30_000_000_000n, '300'],
])('%s units are %s', (units, text) => {
  expect(formatDecimal(units)).toBe(text)
})
