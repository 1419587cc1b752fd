import { expect, test } from 'vitest'
import KeyValueStorage from './walletconnect-storage.ts'

test('WalletConnect finds again what it stored, by key and all of it', async () => {
  const storage = new KeyValueStorage()
  await storage.setItem('wc@2:client', [{ topic: 'a' }])
  await storage.setItem('wc@2:core', { version: 1 })
  expect(await storage.getItem('wc@2:client')).toEqual([{ topic: 'a' }])
  await storage.removeItem('wc@2:client')
  expect(await storage.getItem('wc@2:client')).toBeUndefined()
  expect(await storage.getKeys()).toEqual(['wc@2:core'])
  expect(await storage.getEntries()).toEqual([['wc@2:core', { version: 1 }]])
})
