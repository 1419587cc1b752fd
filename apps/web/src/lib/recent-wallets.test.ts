import { toAddress } from '@app/values/address.ts'
import { expect, test } from 'vitest'
import { readRecentWallets, rememberWallet } from './recent-wallets.ts'

const ADDRESSES = Array.from({ length: 7 }, (_, n) => toAddress(`0x000000000000000${n}`))

function createStorage(stored?: string) {
  let text = stored ?? null
  return {
    getItem: () => text,
    setItem: (_: string, value: string) => {
      text = value
    },
  }
}

test('the latest wallets are kept, each once', () => {
  const storage = createStorage()
  for (const address of ADDRESSES) rememberWallet(address, storage)
  const [a, b, c, d, e] = ADDRESSES.toReversed()
  expect(readRecentWallets(storage)).toEqual([a, b, c, d, e])
  rememberWallet(ADDRESSES[4] ?? expect.unreachable(), storage)
  expect(readRecentWallets(storage)).toEqual([c, a, b, d, e])
})

test.each(['{', '7', '["x", null, 5]'])(
  'what is not a list of addresses is left out: %s',
  (text) => {
    expect(readRecentWallets(createStorage(text))).toEqual([])
  },
)
