import { computeAddressAtIndex } from '@app/values/account-index.ts'
import type { Facts } from '../../facts.ts'
import {
  buildFactsFromTransfers,
  type Transfer,
} from '../../transfers/build-facts-from-transfers.ts'
import { FLOW } from '../arbitrary-transfers.ts'
import { createSeededRandom } from '../seeded-random.ts'

/** What an honest wallet on Flow does all its life, in numbers that one could see there. */
export interface Habit {
  /** Where this is seen, or why honest people do it. */
  source: string
  /** Position of the account among `ACCOUNT_COUNT`, in the order of creation. */
  creationIndex: number
  transfers: () => Transfer[]
  /** What the chain knows of the wallet besides its transfers and its age. */
  known?: Partial<Facts>
}

export type Habits = Readonly<Record<string, Habit>>

export const DOLLAR = 'A.02.Dollar.Vault'
export const COIN = 'A.03.GameCoin.Vault'

const ACCOUNT_COUNT = 100_000
const HOUR = 3_600
const DAY = 86_400
/** Midnight in UTC, so that an hour of a day is an hour of the clock. */
const START = 1_759_968_000

/** Builds the facts of a wallet that lives by the habit; `listed` is the scam list, `null` for none. */
export function buildHabitFacts(habit: Habit, listed: ReadonlySet<string> | null): Facts {
  const { creationIndex, transfers, known } = habit
  const address = computeAddressAtIndex(creationIndex, 'local')
  return {
    ...buildFactsFromTransfers(address, transfers(), listed),
    age: { creationIndex, accountCount: ACCOUNT_COUNT, createdSeconds: null },
    ...known,
  }
}

/** Returns the Unix seconds of an hour of a day, counted from the first day of the wallets. */
export const at = (day: number, hour: number): number => START + Math.round(day * DAY + hour * HOUR)

/** A receipt at these Unix seconds. */
export const receive = (
  from: string,
  amount: number,
  seconds: number,
  token: string = FLOW,
): Transfer => buildMove('in', { counterparty: from, token, amount, seconds })

/** A payment at these Unix seconds. */
export const pay = (to: string, amount: number, seconds: number, token: string = FLOW): Transfer =>
  buildMove('out', { counterparty: to, token, amount, seconds })

function buildMove(
  direction: Transfer['direction'],
  { amount, ...move }: { counterparty: string; token: string; amount: number; seconds: number },
): Transfer {
  return { direction, ...move, units: BigInt(Math.round(amount * 1e8)) }
}

/** Lists `count` numbers from 0 on, `step` apart. */
export const list = (count: number, step = 1): number[] =>
  Array.from({ length: count }, (_, i) => i * step)

/** Adds amounts. */
export const sum = (amounts: readonly number[]): number =>
  amounts.reduce((total, amount) => total + amount, 0)

/** Chance that is the same in every run: whole numbers, amounts with two decimals, hours. */
export interface Chance {
  /** From `least` to `most`, both included. */
  whole: (least: number, most: number) => number
  amount: (least: number, most: number) => number
}

/** Creates the chance of one wallet. */
export function createChance(seed: number): Chance {
  const random = createSeededRandom(seed)
  const whole = (least: number, most: number) => least + Math.floor(random() * (most - least + 1))
  return { whole, amount: (least, most) => whole(least * 100, most * 100) / 100 }
}

/** Collections that a wallet holds, with the number of NFTs in each; when they came is not known. */
export const hold = (counts: Readonly<Record<string, number>>): Pick<Facts, 'holdings'> => ({
  holdings: Object.entries(counts).map(([collection, count]) => ({
    collection: `A.04.${collection}.Collection`,
    count,
    isSelfMinted: false,
    firstDepositSeconds: null,
  })),
})

/** Partners that deal with a hundred accounts or more; only counted for a wallet with one or two. */
export const meetHubs = (hubs: number): Pick<Facts, 'custody'> => ({
  custody: { operated: 0, hubs },
})

/** What it put into a place of its own, and took out of it, in FLOW. */
export const putAside = (
  place: NonNullable<Facts['places']>[number]['place'],
  put: number,
  taken: number,
): Pick<Facts, 'places'> => ({
  places: [
    { place, token: FLOW, put: BigInt(put) * 100_000_000n, taken: BigInt(taken) * 100_000_000n },
  ],
})
