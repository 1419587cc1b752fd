import type { AccountTransfer } from '@app/api/schemas/account.ts'
import { expect, it } from 'vitest'
import { arrangePath } from './arrange-path.ts'

const [ME, MULE, THIEF] = ['0x01', '0x02', '0x03'] as const

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

it('begins with the wallet when its money went to the listed account', () => {
  const transfers = [buildTransfer(ME, MULE), buildTransfer(MULE, THIEF)]
  const { stops, steps } = arrangePath(ME, { transfers })
  expect(stops).toEqual([ME, MULE, THIEF])
  expect(steps.map(({ isForward }) => isForward)).toEqual([true, true])
})

it('begins with the listed account when the money came from there', () => {
  const transfers = [buildTransfer(MULE, ME), buildTransfer(THIEF, MULE)]
  const { stops, steps } = arrangePath(ME, { transfers })
  expect(stops).toEqual([THIEF, MULE, ME])
  expect(steps.map(({ transfer }) => transfer.from)).toEqual([THIEF, MULE])
  expect(steps.map(({ isForward }) => isForward)).toEqual([true, true])
})

it('marks a transfer against the direction of the others', () => {
  const transfers = [buildTransfer(ME, MULE), buildTransfer(THIEF, MULE)]
  const { stops, steps } = arrangePath(ME, { transfers })
  expect(stops).toEqual([ME, MULE, THIEF])
  expect(steps.map(({ isForward }) => isForward)).toEqual([true, false])
})

it('ends before a transfer that comes from nobody', () => {
  expect(arrangePath(ME, { transfers: [buildTransfer(null, ME)] })).toEqual({
    stops: [ME],
    steps: [],
  })
})
