import { createElement } from 'react'
import { expect, test } from 'vitest'
import { draw } from '../testing/draw.tsx'
import { EvmTransactionLink, formatParty, PartyLink } from './party-link.tsx'

const ACCOUNT = '0x179b6b1cb6755e31'
const KEY = '0x71c7656ec7ab88b098defb751b7401b5f6d8976f'
const HASH = `0x${'ab'.repeat(32)}`
const EXPLORER = 'https://evm-testnet.flowscan.io'

test.each([
  ['testnet', createElement(PartyLink, { address: ACCOUNT }), `/wallet/${ACCOUNT}`],
  ['testnet', createElement(PartyLink, { address: KEY }), `${EXPLORER}/address/${KEY}`],
  // It has no explorer of its EVM.
  ['local', createElement(PartyLink, { address: KEY }), undefined],
  ['testnet', createElement(EvmTransactionLink, { hash: HASH }), `${EXPLORER}/tx/${HASH}`],
  ['testnet', createElement(EvmTransactionLink, { hash: undefined }), undefined],
] as const)('on %s %o leads to %s', (network, element, url) => {
  expect(/href="([^"]+)"/.exec(draw(element, { network }))?.[1]).toBe(url)
})

test.each([
  [ACCOUNT, '0x179b...5e31'],
  [KEY, 'EVM 0x71c7...976f'],
  // All accounts of Cadence begin with the same 24 digits.
  ['0x000000000000000000000002b9f1c43b25da4d06', 'EVM 0xb9f1...4d06'],
])('%s is shown as %s', (address, text) => {
  expect(formatParty(address)).toBe(text)
})
