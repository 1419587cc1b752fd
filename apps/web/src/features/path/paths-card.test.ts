import type { AccountTransfer } from '@app/api/schemas/account.ts'
import { expect, test } from 'vitest'
import { arrangePath, describePath } from './paths-card.tsx'

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

const [MULE, THIEF] = ['0x02', '0x03'] as const

const buildTransfer = (from: string | null, to: string): AccountTransfer => ({
  txId: `${from}${to}`,
  height: 1,
  time: '2026-11-01T00:00:00.000Z',
  from,
  to,
  kind: 'token',
  amount: '1',
  token: 'FLOW',
})

test('a path begins with the wallet when its money went to the listed account', () => {
  const transfers = [buildTransfer(ME, MULE), buildTransfer(MULE, THIEF)]
  const { stops, steps } = arrangePath(ME, { transfers })
  expect(stops).toEqual([ME, MULE, THIEF])
  expect(steps.map(({ isForward }) => isForward)).toEqual([true, true])
})

test('a path begins with the listed account when the money came from there', () => {
  const transfers = [buildTransfer(MULE, ME), buildTransfer(THIEF, MULE)]
  const { stops, steps } = arrangePath(ME, { transfers })
  expect(stops).toEqual([THIEF, MULE, ME])
  expect(steps.map(({ transfer }) => transfer.from)).toEqual([THIEF, MULE])
  expect(steps.map(({ isForward }) => isForward)).toEqual([true, true])
})

test('a path marks a transfer against the direction of the others', () => {
  const transfers = [buildTransfer(ME, MULE), buildTransfer(THIEF, MULE)]
  const { stops, steps } = arrangePath(ME, { transfers })
  expect(stops).toEqual([ME, MULE, THIEF])
  expect(steps.map(({ isForward }) => isForward)).toEqual([true, false])
})

test('a path ends before a transfer that comes from nobody', () => {
  expect(arrangePath(ME, { transfers: [buildTransfer(null, ME)] })).toEqual({
    stops: [ME],
    steps: [],
  })
})
