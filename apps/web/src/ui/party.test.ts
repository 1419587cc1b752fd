import { toAddress } from '@app/values/address.ts'
import { toEvmAddress } from '@app/values/evm-address.ts'
import type { Network } from '@app/values/network.ts'
import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ConfigContext } from '../lib/config/config-context.ts'
import { parseRuntimeConfig } from '../lib/config/runtime-config.ts'
import { EvmTransaction, Party } from './party.tsx'

const KEY = toEvmAddress('71c7656ec7ab88b098defb751b7401b5f6d8976f')
const HASH = `0x${'ab'.repeat(32)}`
const URL = 'http://localhost:3000'

function draw(element: ReactElement, network: Network): string {
  const config = { apiUrl: URL, accessNodeUrl: URL, walletUrl: URL, explorerTxUrl: `${URL}/{id}` }
  const value = parseRuntimeConfig({ ...config, network }, URL)
  return renderToStaticMarkup(createElement(ConfigContext, { value }, element))
}

const drawParty = (address: string, network: Network = 'testnet') =>
  draw(createElement(Party, { address }), network)

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
  const drawn = draw(createElement(EvmTransaction, { hash: HASH }), 'testnet')
  expect(drawn).toContain(`href="https://evm-testnet.flowscan.io/tx/${HASH}"`)
  expect(draw(createElement(EvmTransaction, { hash: undefined }), 'testnet')).toBe('')
})
