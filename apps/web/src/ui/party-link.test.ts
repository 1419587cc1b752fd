import { toAddress } from '@app/values/address.ts'
import { toEvmAddress } from '@app/values/evm-address.ts'
import type { Network } from '@app/values/network.ts'
import { createElement } from 'react'
import { expect, test } from 'vitest'
import { draw } from '../testing/draw.tsx'
import { EvmTransactionLink, formatParty, PartyLink } from './party-link.tsx'

const KEY = toEvmAddress('71c7656ec7ab88b098defb751b7401b5f6d8976f')
const HASH = `0x${'ab'.repeat(32)}`

const drawParty = (address: string, network: Network = 'testnet') =>
  draw(createElement(PartyLink, { address }), { network })

test('an account has its page here, an address of the EVM one in the explorer', () => {
  const account = toAddress('0x179b6b1cb6755e31')
  expect(drawParty(account)).toContain(`href="/wallet/${account}"`)
  const drawn = drawParty(KEY)
  expect(drawn).toContain(`href="https://evm-testnet.flowscan.io/address/${KEY}"`)
  expect(drawn).toContain('EVM 0x71c7...976f')
  expect(drawn).not.toContain('/wallet/')
})

test('an address of the EVM is no link where the network has no explorer of it', () => {
  expect(drawParty(KEY, 'local')).not.toContain('href')
  expect(drawParty(KEY, 'local')).toContain(`title="${KEY}"`)
})

test('a transaction in the EVM has its page there, and none is drawn where there is none', () => {
  const drawn = draw(createElement(EvmTransactionLink, { hash: HASH }), { network: 'testnet' })
  expect(drawn).toContain(`href="https://evm-testnet.flowscan.io/tx/${HASH}"`)
  expect(draw(createElement(EvmTransactionLink, { hash: undefined }), { network: 'testnet' })).toBe(
    '',
  )
})

test.each([
  ['0x179b6b1cb6755e31', '0x179b...5e31'],
  ['0x71c7656ec7ab88b098defb751b7401b5f6d8976f', 'EVM 0x71c7...976f'],
  // All accounts of Cadence begin with the same 24 digits.
  ['0x000000000000000000000002b9f1c43b25da4d06', 'EVM 0xb9f1...4d06'],
])('%s is shown as %s', (address, text) => {
  expect(formatParty(address)).toBe(text)
})
