import type { Transfer } from '../transfers/build-facts-from-transfers.ts'
import { FLOW } from './arbitrary-transfers.ts'
import type { Habits } from './habits/habit.ts'
import { PLAYERS } from './habits/players.ts'
import { SAVERS } from './habits/savers.ts'
import { SERVICES } from './habits/services.ts'
import { TRADERS } from './habits/traders.ts'
import { WORKERS } from './habits/workers.ts'

const START = 1_760_000_000
const DAY = 86_400
const HALF_YEAR = 180

const receive = createTransferBuilder('in')
const pay = createTransferBuilder('out')

/** Typical honest wallets on Flow, each with half a year of transfers (a newcomer with less). */
export const HONEST_WALLETS: Readonly<Record<string, () => Transfer[]>> = {
  'a seller of NFTs who keeps the proceeds': () => buildSales(),
  'a seller of NFTs who pays out every week': () => [
    ...buildSales(),
    ...listDays(7).map((day) => pay('exchange', sumWeeklySales(day), day + 6.9)),
  ],
  'a market that keeps a twentieth and forwards the rest with every sale': () =>
    listDays(1).flatMap((day) => [
      receive(`buyer${pseudoRandomBelow(day, 140)}`, 60 + pseudoRandomBelow(day, 40), day + 0.4),
      pay(`creator${day % 12}`, (60 + pseudoRandomBelow(day, 40)) * 0.05, day + 0.4),
      pay(
        `seller${pseudoRandomBelow(day, 60)}`,
        (60 + pseudoRandomBelow(day, 40)) * 0.9,
        day + 0.4,
      ),
    ]),
  'a staker': () => [
    receive('exchange', 1_000, 0),
    pay('staking', 950, 1),
    ...listDays(7).map((day) => receive('staking', 1.5 + (day % 3) / 10, day + 3)),
  ],
  'a staker who takes the rewards home': () => [
    receive('exchange', 1_000, 0),
    pay('staking', 950, 1),
    ...listDays(7).map((day) => receive('staking', 12 + (day % 3), day + 3)),
    ...listDays(28).map((day) => pay('exchange', 50, day + 25)),
  ],
  'a payer of other people’s fees': () =>
    listDays(30).map((day) => receive('treasury', 500 + (day % 7), day)),
  'a child account whose parent collects': () =>
    listDays(10).flatMap((day) => [
      receive('game', 5 + pseudoRandomBelow(day, 6), day),
      ...(day % 30 === 20 ? [pay('parent', 14 + pseudoRandomBelow(day, 6), day + 2)] : []),
    ]),
  'a faucet': () => [
    ...listDays(30).map((day) => receive('treasury', 10_000, day)),
    ...listDays(1).flatMap((day) => [0, 1, 2].map((i) => pay(`new${day}-${i}`, 100, day + i / 4))),
  ],
  'the hot wallet of an exchange': () =>
    listDays(1).flatMap((day) => [
      ...[0, 1, 2, 3, 4].map((i) =>
        receive(
          `customer${pseudoRandomBelow(day * 5 + i, 300)}`,
          20 + pseudoRandomBelow(day + i, 200),
          day + i / 6,
        ),
      ),
      ...[0, 1, 2, 3].map((i) =>
        pay(
          `customer${pseudoRandomBelow(day * 7 + i * 3, 300)}`,
          15 + pseudoRandomBelow(day + i, 180),
          day + i / 5,
        ),
      ),
      ...(day % 7 === 6 ? [pay('cold', 900, day + 0.9)] : []),
    ]),
  'a payroll with a month in reserve': () => [receive('employer', 5_000, 0), ...buildPayroll()],
  'a payroll that is paid out on the day on which it is funded': () => buildPayroll(),
  'a newcomer whose first four purchases take a month': () => [
    receive('exchange', 200, 0),
    pay('cafe', 12, 2),
    pay('bookshop', 31, 9),
    pay('game', 5, 17),
    pay('cafe', 14, 26),
  ],
  'a newcomer who pays four shops in the first week': () => [
    receive('exchange', 200, 0),
    pay('cafe', 12, 2),
    pay('bookshop', 31, 3),
    pay('game', 5, 5),
    pay('market', 14, 7),
  ],
  'a newcomer who spends nearly all at four shops in the first week': () => [
    receive('exchange', 200, 0),
    pay('cafe', 60, 2),
    pay('bookshop', 81, 3),
    pay('game', 45, 5),
    pay('market', 13.5, 7),
  ],
}

/**
 * Forty habits of honest people, written down before any score of theirs was known. Those above stand aside: the scores
 * of theirs were known when tables were chosen.
 */
export const HABITS: Habits = { ...SAVERS, ...TRADERS, ...PLAYERS, ...WORKERS, ...SERVICES }

const BY_NAME = Object.entries(HABITS).sort(([a], [b]) => (a < b ? -1 : 1))

/** The habits that may decide between tables: of all names in alphabetical order the first, the third, and so on. */
export const CHOOSING: Habits = Object.fromEntries(BY_NAME.filter((_, i) => i % 2 === 0))

/** The habits by which a chosen table is judged, and for which nothing is chosen: the second, the fourth, and so on. */
export const JUDGING: Habits = Object.fromEntries(BY_NAME.filter((_, i) => i % 2 === 1))

/** Builds one sale every other day. */
function buildSales(): Transfer[] {
  return listDays(2).map((day) =>
    receive(`buyer${pseudoRandomBelow(day, 500)}`, priceOnDay(day), day + 0.3),
  )
}

/** Sums the sales of the week that starts on `day`. */
function sumWeeklySales(day: number): number {
  const sold = listDays(2).filter((other) => other >= day && other < day + 7)
  return sold.reduce((sum, other) => sum + priceOnDay(other), 0)
}

function priceOnDay(day: number): number {
  return 80 + pseudoRandomBelow(day, 60)
}

function buildPayroll(): Transfer[] {
  const staff = Array.from({ length: 20 }, (_, i) => i)
  return listDays(30).flatMap((day) => [
    receive('employer', 5_000, day),
    ...staff.map((i) => pay(`employee${i}`, 240 + pseudoRandomBelow(i, 20), day + 0.1 + i / 1_000)),
  ])
}

/** Lists every `step`-th day of half a year. */
function listDays(step: number): number[] {
  return Array.from({ length: Math.floor(HALF_YEAR / step) }, (_, i) => i * step)
}

/** Returns a pseudo-random number below `below`, determined by the seed. */
function pseudoRandomBelow(seed: number, below: number): number {
  return (seed * 7_919 + 104_729) % below
}

type TransferBuilder = (counterparty: string, amount: number, day: number) => Transfer

function createTransferBuilder(direction: Transfer['direction']): TransferBuilder {
  return (counterparty, amount, day) => ({
    direction,
    counterparty,
    token: FLOW,
    units: BigInt(Math.round(amount * 1e8)),
    seconds: START + Math.round(day * DAY),
  })
}
