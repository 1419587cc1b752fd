import { SUSPECTED_BELOW } from '@app/values/risk-level.ts'
import { describe, expect, test } from 'vitest'
import { judge } from './judge.ts'
import { buildHabitFacts } from './testing/habits/habit.ts'
import { CHOOSING, HABITS, JUDGING } from './testing/habits/habits.ts'
import type { Transfer } from './transfers/build-facts-from-transfers.ts'

const LIST_WITHOUT_THEM = new Set(['stranger'])

/** What the tables of today do to honest people: the score of each habit that they suspect. */
const CASES = [
  {
    title: 'the twenty that choose between tables, with a list without any of them',
    habits: CHOOSING,
    listed: LIST_WITHOUT_THEM,
    suspected: {
      'burner wallet of a developer': 33.5,
      'charity that forwards at once': 43.7,
      'newcomer who pays shops on the first weekend': 34.6,
      'receiver of a grant who pays the team': 42.2,
    },
  },
  {
    title: 'the twenty that choose between tables, without a list',
    habits: CHOOSING,
    listed: null,
    suspected: {
      'burner wallet of a developer': 31.8,
      'charity that forwards at once': 38.1,
      'newcomer who pays shops on the first weekend': 33.6,
      'receiver of a grant who pays the team': 40.8,
      'sender of an airdrop': 39.9,
    },
  },
  {
    title: 'the twenty that judge, with a list without any of them',
    habits: JUDGING,
    listed: LIST_WITHOUT_THEM,
    suspected: {
      'keeper of the pot of a fantasy league': 44.2,
      'payroll of a studio on the day it is funded': 43.5,
      'receiver of an airdrop who sells on the first day': 36.9,
    },
  },
  {
    title: 'the twenty that judge, without a list',
    habits: JUDGING,
    listed: null,
    suspected: {
      'flipper of NFTs': 40.1,
      'keeper of the pot of a fantasy league': 42.1,
      'payroll of a studio on the day it is funded': 41.8,
      'receiver of an airdrop who sells on the first day': 36.1,
    },
  },
]

/** The lowest balance that a wallet has in any token, at any time; receipts of a second come before its payments. */
function findLowestBalance(transfers: readonly Transfer[]): bigint {
  const balances = new Map<string, bigint>()
  const ordered = transfers.toSorted(
    (a, b) => a.seconds - b.seconds || (a.direction < b.direction ? -1 : 1),
  )
  let lowest = 0n
  for (const { direction, token, units } of ordered) {
    const balance = (balances.get(token) ?? 0n) + (direction === 'in' ? units : -units)
    balances.set(token, balance)
    if (balance < lowest) lowest = balance
  }
  return lowest
}

describe('the habits', () => {
  test('are forty, divided by the alphabet into twenty that choose and twenty that judge', () => {
    const names = Object.keys(HABITS).toSorted()
    const [choosing, judging] = [Object.keys(CHOOSING), Object.keys(JUDGING)]
    expect(names).toHaveLength(40)
    expect(choosing.flatMap((name, i) => [name, judging[i]])).toEqual(names)
  })

  test.each(Object.entries(HABITS))(
    '%s: pays only what it has, the same in every run',
    (_, habit) => {
      expect(findLowestBalance(habit.transfers())).toBe(0n)
      expect(buildHabitFacts(habit, null)).toEqual(buildHabitFacts(habit, null))
    },
  )
})

describe.each(CASES)('$title', ({ habits, listed, suspected }) => {
  const judged = Object.entries(habits).map(
    ([name, habit]) => [name, judge(buildHabitFacts(habit, listed))] as const,
  )

  test('those that are suspected are known, with their scores', () => {
    const below = judged.filter(([, { score }]) => score < SUSPECTED_BELOW)
    expect(Object.fromEntries(below.map(([name, { score }]) => [name, score]))).toEqual(suspected)
  })

  test('none is HIGH_RISK, none has a flag', () => {
    expect(judged.filter(([, { riskLevel }]) => riskLevel === 'HIGH_RISK')).toEqual([])
    expect(judged.filter(([, { flags }]) => flags.length > 0)).toEqual([])
  })
})
