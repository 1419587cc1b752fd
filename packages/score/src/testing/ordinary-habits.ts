import type { Transfer } from '../transfers/transfer.ts'
import { FLOW } from './arbitrary-transfers.ts'

const START = 1_760_000_000
const DAY = 86_400
const HALF_YEAR = 180

/** Honest wallets as Flow has them, each with half a year of transfers (the newcomer with a month). */
export const ORDINARY_HABITS: Readonly<Record<string, () => Transfer[]>> = {
  'a seller of NFTs who keeps the proceeds': () => sales(),
  'a seller of NFTs who pays out every week': () => [
    ...sales(),
    ...weeks().map((week) => paid('exchange', 320 + (week % 5) * 10, week * 7 + 6.5)),
  ],
  'a market that forwards royalties with every sale': () =>
    days(1).flatMap((day) => [
      got(`buyer${spread(day, 140)}`, 50 + spread(day, 40), day + 0.4),
      paid(`creator${day % 12}`, 4 + spread(day, 4), day + 0.4),
      paid(`seller${spread(day, 60)}`, 42 + spread(day, 30), day + 0.4),
    ]),
  'a staker': () => [
    got('exchange', 1_000, 0),
    paid('staking', 950, 1),
    ...weeks().map((week) => got('staking', 1.5 + (week % 3) / 10, 3 + week * 7)),
  ],
  'a staker who takes the rewards home': () => [
    got('exchange', 1_000, 0),
    paid('staking', 950, 1),
    ...weeks().flatMap((week) => [
      got('staking', 12 + (week % 3), 3 + week * 7),
      ...(week % 4 === 3 ? [paid('exchange', 45, 4 + week * 7)] : []),
    ]),
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
  'a payroll': () =>
    days(30).flatMap((day) => [
      got('employer', 20 * 250, day),
      ...staff(20).map((who, i) => paid(who, 240 + spread(i, 20), day + 0.1 + i / 1_000)),
    ]),
  'a newcomer who pays the first four purchases': () => [
    got('exchange', 200, 0),
    paid('cafe', 12, 2),
    paid('bookshop', 31, 9),
    paid('game', 5, 17),
    paid('cafe', 14, 26),
  ],
}

function sales(): Transfer[] {
  return days(2).map((day) => got(`buyer${spread(day, 500)}`, 80 + spread(day, 60), day + 0.3))
}

/** Every `step`-th day of half a year. */
function days(step: number): number[] {
  return Array.from({ length: Math.floor(HALF_YEAR / step) }, (_, i) => i * step)
}

function weeks(): number[] {
  return days(7).map((day) => day / 7)
}

function staff(count: number): string[] {
  return Array.from({ length: count }, (_, i) => `employee${i}`)
}

/** A number below `below` that jumps about as `seed` goes up, always in the same way. */
function spread(seed: number, below: number): number {
  return (seed * 7_919 + 104_729) % below
}

function got(from: string, amount: number, day: number): Transfer {
  return move('in', from, amount, day)
}

function paid(to: string, amount: number, day: number): Transfer {
  return move('out', to, amount, day)
}

function move(side: 'in' | 'out', counterparty: string, amount: number, day: number): Transfer {
  const units = BigInt(Math.round(amount * 1e8))
  return { side, counterparty, token: FLOW, units, seconds: START + Math.round(day * DAY) }
}
