import type { Transfer } from '../transfers/transfer.ts'
import { FLOW } from './arbitrary-transfers.ts'

const START = 1_760_000_000
const DAY = 86_400
const HALF_YEAR = 180

const got = moving('in')
const paid = moving('out')

/** Honest wallets as Flow has them, each with half a year of transfers (a newcomer with less). */
export const ORDINARY_HABITS: Readonly<Record<string, () => Transfer[]>> = {
  'a seller of NFTs who keeps the proceeds': () => sales(),
  'a seller of NFTs who pays out every week': () => [
    ...sales(),
    ...days(7).map((day) => paid('exchange', soldFrom(day), day + 6.9)),
  ],
  'a market that keeps a twentieth and forwards the rest with every sale': () =>
    days(1).flatMap((day) => [
      got(`buyer${spread(day, 140)}`, 60 + spread(day, 40), day + 0.4),
      paid(`creator${day % 12}`, (60 + spread(day, 40)) * 0.05, day + 0.4),
      paid(`seller${spread(day, 60)}`, (60 + spread(day, 40)) * 0.9, day + 0.4),
    ]),
  'a staker': () => [
    got('exchange', 1_000, 0),
    paid('staking', 950, 1),
    ...days(7).map((day) => got('staking', 1.5 + (day % 3) / 10, day + 3)),
  ],
  'a staker who takes the rewards home': () => [
    got('exchange', 1_000, 0),
    paid('staking', 950, 1),
    ...days(7).map((day) => got('staking', 12 + (day % 3), day + 3)),
    ...days(28).map((day) => paid('exchange', 50, day + 25)),
  ],
  'a payer of other people’s fees': () =>
    days(30).map((day) => got('treasury', 500 + (day % 7), day)),
  'a child account whose parent collects': () =>
    days(10).flatMap((day) => [
      got('game', 5 + spread(day, 6), day),
      ...(day % 30 === 20 ? [paid('parent', 14 + spread(day, 6), day + 2)] : []),
    ]),
  'a faucet': () => [
    ...days(30).map((day) => got('treasury', 10_000, day)),
    ...days(1).flatMap((day) => [0, 1, 2].map((i) => paid(`new${day}-${i}`, 100, day + i / 4))),
  ],
  'the hot wallet of an exchange': () =>
    days(1).flatMap((day) => [
      ...[0, 1, 2, 3, 4].map((i) =>
        got(`customer${spread(day * 5 + i, 300)}`, 20 + spread(day + i, 200), day + i / 6),
      ),
      ...[0, 1, 2, 3].map((i) =>
        paid(`customer${spread(day * 7 + i * 3, 300)}`, 15 + spread(day + i, 180), day + i / 5),
      ),
      ...(day % 7 === 6 ? [paid('cold', 900, day + 0.9)] : []),
    ]),
  'a payroll with a month in reserve': () => [got('employer', 5_000, 0), ...payroll()],
  'a payroll that is paid out on the day on which it is funded': () => payroll(),
  'a newcomer whose first four purchases take a month': () => [
    got('exchange', 200, 0),
    paid('cafe', 12, 2),
    paid('bookshop', 31, 9),
    paid('game', 5, 17),
    paid('cafe', 14, 26),
  ],
  'a newcomer who pays four shops in the first week': () => [
    got('exchange', 200, 0),
    paid('cafe', 12, 2),
    paid('bookshop', 31, 3),
    paid('game', 5, 5),
    paid('market', 14, 7),
  ],
  'a newcomer who spends nearly all at four shops in the first week': () => [
    got('exchange', 200, 0),
    paid('cafe', 60, 2),
    paid('bookshop', 81, 3),
    paid('game', 45, 5),
    paid('market', 13.5, 7),
  ],
}

/** A sale every other day. */
function sales(): Transfer[] {
  return days(2).map((day) => got(`buyer${spread(day, 500)}`, price(day), day + 0.3))
}

/** What is sold in the week from `day` on. */
function soldFrom(day: number): number {
  const sold = days(2).filter((other) => other >= day && other < day + 7)
  return sold.reduce((sum, other) => sum + price(other), 0)
}

function price(day: number): number {
  return 80 + spread(day, 60)
}

function payroll(): Transfer[] {
  const staff = Array.from({ length: 20 }, (_, i) => i)
  return days(30).flatMap((day) => [
    got('employer', 5_000, day),
    ...staff.map((i) => paid(`employee${i}`, 240 + spread(i, 20), day + 0.1 + i / 1_000)),
  ])
}

/** Every `step`-th day of half a year. */
function days(step: number): number[] {
  return Array.from({ length: Math.floor(HALF_YEAR / step) }, (_, i) => i * step)
}

/** A number below `below` that jumps about as `seed` goes up, always in the same way. */
function spread(seed: number, below: number): number {
  return (seed * 7_919 + 104_729) % below
}

type Move = (counterparty: string, amount: number, day: number) => Transfer

function moving(side: Transfer['side']): Move {
  return (counterparty, amount, day) => ({
    side,
    counterparty,
    token: FLOW,
    units: BigInt(Math.round(amount * 1e8)),
    seconds: START + Math.round(day * DAY),
  })
}
