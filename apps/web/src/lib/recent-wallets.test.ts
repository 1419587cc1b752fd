import { toAddress } from '@app/values/address.ts'
import { expect, test } from 'vitest'
import { readRecentWallets, rememberWallet } from './recent-wallets.ts'

const createStorage = (text: string | null) => ({
  getItem: () => text,
  setItem: (_: string, value: string) => {
    text = value
  },
})

test('the latest wallets are kept, each once', () => {
  const storage = createStorage(null)
  for (const n of [0, 1, 2, 3, 4, 5, 6, 4]) {
    rememberWallet(toAddress(`0x000000000000000${n}`), storage)
  }
  const kept = readRecentWallets(storage).map((address) => Number(address))
  expect(kept).toEqual([4, 6, 5, 3, 2])
})

test.each(['{', '7', '["x", null, 5]'])('what is no list of addresses is left out: %s', (text) => {
  expect(readRecentWallets(createStorage(text))).toEqual([])
})
