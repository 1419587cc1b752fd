import { expect, test } from 'vitest'
import { benchApi } from './api.ts'
import { benchEngine } from './engine.ts'
import { benchEvmIndexing, benchIndexing } from './indexing.ts'
import { benchPages } from './pages.ts'

const LOAD = { seconds: 1, runs: 1 }
const API = { ...LOAD, newWallets: 4, transfersPerNewWallet: 50, popular: 8, scored: 100 }

test.each([
  ['engine', async () => benchEngine({ wallets: 20, rounds: 2 })],
  ['indexing', () => benchIndexing({ events: 2_000 })],
  ['indexing-evm', () => benchEvmIndexing({ transactions: 400 })],
  ['api', () => benchApi({ ...API, accusations: 2 })],
  ['pages', () => benchPages({ ...LOAD, wallets: 12 })],
])('%s runs through, and measures something', async (bench, run) => {
  const figures = await run()
  expect(figures).toMatchObject({ bench })
  expect(JSON.stringify(figures)).not.toContain('null')
})
