import type { AccountTransfer } from '@app/api/schemas/account.ts'
import { expect, test } from 'vitest'
import { arrangePath, describePath } from './paths-panel.tsx'

const KEY = `0x${'71'.repeat(20)}`
const [ME, OTHER, MULE, THIEF] = ['0x179b6b1cb6755e31', '0x0260c4da65c3aa5a', '0x02', '0x03']

const transfer = (from: string | null, to: string | null): AccountTransfer => ({
  ...{ txId: `${from}${to}`, height: 1, time: '2026-11-01T00:00:00.000Z', from, to },
  kind: 'token',
  ...{ amount: '1', token: 'FLOW' },
})

test.each([
  [[ME, OTHER], 'Funded by a listed account'],
  [[ME, OTHER, ME], 'Funded by a listed account, through one account'],
  [[ME, OTHER, ME, OTHER], 'Funded by a listed account, through two accounts'],
  [[ME, KEY, OTHER], 'Funded by a listed account, through one address'],
  [[ME, KEY, KEY, KEY, OTHER], 'Funded by a listed account, through three addresses'],
])('a path of %j is told', (stops, text) => {
  const transfers = stops.slice(1).map((to, index) => transfer(stops[index] ?? null, to))
  expect(describePath({ relation: 'funded_by_listed', transfers })).toBe(text)
})

test.each([
  [
    'whose money went to the listed account',
    [
      [ME, MULE],
      [MULE, THIEF],
    ],
    [ME, MULE, THIEF],
    [true, true],
  ],
  [
    'whose money came from there',
    [
      [MULE, ME],
      [THIEF, MULE],
    ],
    [THIEF, MULE, ME],
    [true, true],
  ],
  [
    'with a transfer against the others',
    [
      [ME, MULE],
      [THIEF, MULE],
    ],
    [ME, MULE, THIEF],
    [true, false],
  ],
  ['with a transfer that comes from nobody', [[null, ME]], [ME], []],
] as const)('a path %s is drawn in the direction of its money', (_, ends, stops, directions) => {
  const arranged = arrangePath(ME, { transfers: ends.map(([from, to]) => transfer(from, to)) })
  expect(arranged.stops).toEqual(stops)
  expect(arranged.steps.map(({ isForward }) => isForward)).toEqual(directions)
})
