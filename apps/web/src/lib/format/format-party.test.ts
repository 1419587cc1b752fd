import { expect, test } from 'vitest'
import { formatParty } from './format-party.ts'

test.each([
  ['0x179b6b1cb6755e31', '0x179b...5e31'],
  ['0x71c7656ec7ab88b098defb751b7401b5f6d8976f', 'EVM 0x71c7...976f'],
  // All accounts of Cadence begin with the same 24 digits.
  ['0x000000000000000000000002b9f1c43b25da4d06', 'EVM 0xb9f1...4d06'],
])('%s is shown as %s', (address, text) => {
  expect(formatParty(address)).toBe(text)
})
