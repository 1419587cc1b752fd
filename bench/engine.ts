import type { Facts } from '@app/score/facts.ts'
import { judge, judgeInNumbers } from '@app/score/judge.ts'
import {
  buildFactsFromTransfers,
  type Transfer,
} from '@app/score/transfers/build-facts-from-transfers.ts'
import { computeAddressAtIndex } from '@app/values/account-index.ts'
import { measureBestRate } from './measure.ts'

const WALLETS = 1_000
const DAY = 86_400

/**
 * Measures how many wallets one core judges per second, in numbers and with all words about them, and how many of the
 * same facts `JSON.parse` parses.
 */
export function benchEngine({ wallets: count = WALLETS, rounds = 60 } = {}): object {
  const wallets = Array.from({ length: count }, (_, i) => createFacts(i))
  const texts = wallets.map((facts) => JSON.stringify(facts, replaceBigints))
  const scored = measureBestRate(wallets, rounds, (facts) => judgeInNumbers(facts).score)
  const judged = measureBestRate(wallets, rounds, (facts) => judge(facts).score)
  const parsed = measureBestRate(texts, rounds, (text) => JSON.parse(text).completeness)
  return {
    bench: 'engine',
    walletsPerSecond: Math.round(scored),
    withWordsPerSecond: Math.round(judged),
    parsedPerSecond: Math.round(parsed),
    timesAsLongAsParsing: Number((parsed / scored).toFixed(2)),
    withWordsTimesAsLong: Number((parsed / judged).toFixed(2)),
  }
}

/** Creates the facts of the `index`-th wallet: the same in every run. */
function createFacts(index: number): Facts {
  const transfers = Array.from({ length: 10 + (index % 40) }, (_, i) => createTransfer(index, i))
  const facts = buildFactsFromTransfers(
    computeAddressAtIndex(index + 10, 'local'),
    transfers,
    new Set(['listed']),
  )
  return { ...facts, age: { creationIndex: index, accountCount: WALLETS, createdSeconds: DAY } }
}

function createTransfer(index: number, i: number): Transfer {
  const mixed = (index * 7_919 + i * 104_729) % 10_007
  return {
    direction: mixed % 3 === 0 ? 'out' : 'in',
    counterparty: `account-${mixed % 9}`,
    token: mixed % 4 === 0 ? 'A.01.Gold.Vault' : 'A.0ae53cb6e3f42a79.FlowToken.Vault',
    units: BigInt(1 + mixed) * 1_000_000n,
    seconds: DAY * (1 + i * 3) + mixed,
  }
}

const replaceBigints = (_: string, value: unknown): unknown =>
  typeof value === 'bigint' ? value.toString() : value
