import { groupThousands } from '../inputs/describe-numbers.ts'

/** How many ordinary wallets score as low or lower by their behaviour. */
export interface OrdinaryComparison {
  /** Number of labelled ordinary wallets in the set. */
  wallets: number
  /** How many of them have the same score or a lower one. */
  asBad: number
  /** (asBad + 1) / (wallets + 1), above 0 and at most 1. */
  pValue: number
}

/** Scores by behaviour alone of the ordinary wallets of one research set, by tables that were not fitted to them. */
export interface ConformalTable {
  /** Name of the research set. */
  set: string
  /** Number of its ordinary wallets. */
  wallets: number
  /** The scores that occur, in tenths of a point (0–1,000), ascending. */
  tenths: readonly number[]
  /** For each of them, the number of wallets with that score or a lower one. */
  atOrBelow: readonly number[]
}

/** Builds the table of one set from the scores (0–100) of its ordinary wallets, in any order. */
export function buildConformalTable(set: string, scores: readonly number[]): ConformalTable {
  const sorted = scores.map(toTenths).sort((a, b) => a - b)
  const last = sorted.flatMap((value, index) => (value === sorted[index + 1] ? [] : [index]))
  return {
    set,
    wallets: sorted.length,
    tenths: last.map((index) => sorted[index] ?? 0),
    atOrBelow: last.map((index) => index + 1),
  }
}

/**
 * Compares a score (0–100) by behaviour alone with the ordinary wallets of every table. Returns the comparison
 * with the largest p-value, so an accusation has to hold against each set; 1 of 0 wallets without tables.
 */
export function compareBehaviour(
  tables: readonly ConformalTable[],
  score: number,
): OrdinaryComparison {
  let worst: OrdinaryComparison | null = null
  for (const table of tables) {
    const found = compareWithTable(table, score)
    if (worst === null || found.pValue > worst.pValue) worst = found
  }
  return worst ?? buildComparison(0, 0)
}

/** Compares a score (0–100) by behaviour alone with the ordinary wallets of one table. */
export function compareWithTable(table: ConformalTable, score: number): OrdinaryComparison {
  const scores = countAtOrBelow(table.tenths, toTenths(score))
  return buildComparison(table.atOrBelow[scores - 1] ?? 0, table.wallets)
}

/**
 * Builds a comparison with its conformal p-value: the probability that an ordinary wallet looks this bad, when it
 * and the compared ones are drawn alike. Source: Vovk, Gammerman and Shafer, Algorithmic Learning in a Random
 * World (2005).
 */
export function buildComparison(asBad: number, wallets: number): OrdinaryComparison {
  return { wallets, asBad, pValue: (asBad + 1) / (wallets + 1) }
}

function toTenths(score: number): number {
  return Math.round(score * 10)
}

/** Counts the values at or below `limit`, by binary search; `sorted` ascends. */
function countAtOrBelow(sorted: readonly number[], limit: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? 0) <= limit) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * Describes a comparison in one sentence: 'Of 3,750 ordinary Ethereum wallets, 4 look this bad by their
 * behaviour.'
 */
export function describeComparison({ wallets, asBad }: OrdinaryComparison): string {
  if (wallets === 0) return 'There are no ordinary Ethereum wallets to compare its behaviour with.'
  const noun = wallets === 1 ? 'wallet' : 'wallets'
  return `Of ${groupThousands(wallets)} ordinary Ethereum ${noun}, ${describeAsBad(asBad)} behaviour.`
}

function describeAsBad(asBad: number): string {
  if (asBad === 0) return 'none looks this bad by its'
  return asBad === 1 ? '1 looks this bad by its' : `${groupThousands(asBad)} look this bad by their`
}
