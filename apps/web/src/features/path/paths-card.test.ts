import type { AccountTransfer } from '@app/api/schemas/account.ts'
import { expect, test } from 'vitest'
import { describePath } from './paths-card.tsx'

const KEY = `0x${'71'.repeat(20)}`
const [ME, OTHER] = ['0x179b6b1cb6755e31', '0x0260c4da65c3aa5a']

const buildTransfers = (...stops: string[]): AccountTransfer[] =>
  stops.slice(1).map((to, index) => ({
    ...{ txId: 'a', height: 1, time: '2026-11-01T00:00:00.000Z' },
    ...{ from: stops[index] ?? null, to, kind: 'token', amount: '1', token: 'FLOW' },
  }))

test.each([
  [[ME, OTHER], 'Funded by a listed account'],
  [[ME, OTHER, ME], 'Funded by a listed account, through one account'],
  [[ME, OTHER, ME, OTHER], 'Funded by a listed account, through two accounts'],
  [[ME, KEY, OTHER], 'Funded by a listed account, through one address'],
  [[ME, KEY, KEY, KEY, OTHER], 'Funded by a listed account, through three addresses'],
])('a path of %j is told', (stops, text) => {
  const transfers = buildTransfers(...stops)
  expect(describePath({ relation: 'funded_by_listed', transfers })).toBe(text)
})
