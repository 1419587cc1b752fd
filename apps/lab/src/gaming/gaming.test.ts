import { judge } from '@app/score/judge.ts'
import { SUSPECTED_BELOW } from '@app/values/risk-level.ts'
import { expect, test } from 'vitest'
import { buildPrices, buildStrategyFacts, computeCapital, simulateAttempt } from './attempt.ts'
import {
  findCheapestAttacks,
  listNeighbours,
  PREPARATION_CHOICES,
  searchAttempts,
} from './search-attempts.ts'
import { computeExternalFactScores, computeScoresAfterTheft } from './simulate-cost-to-game.ts'
import { buildTransfers, type Strategy } from './strategy.ts'

const PRICES = buildPrices(1)
const THEFT = { victims: 20, flowPerVictim: 50 }
const GOAL = 68
const CHOICES = { ...PREPARATION_CHOICES, days: [3, 14, 60], intervalDays: [1, 4], payees: [1, 5] }
const WAITS = [3, 14, 60]

const ATTEMPTS = searchAttempts(GOAL, CHOICES, (one) => simulateAttempt(one, PRICES))

const WEEKLY: Strategy = {
  days: 14,
  intervalDays: 7,
  payers: 2,
  payees: 1,
  inCircles: 0,
  paymentsPerReceipt: 1,
  keptShare: 0.5,
  holdDays: 1,
  collections: 2,
  vouchers: 0,
  receiptFlow: 10,
  passOnDays: 0,
  passOnToPayees: 0,
}

const listTransfers = (strategy: Strategy) =>
  buildTransfers(strategy, null).map(({ direction, counterparty, units }) => [
    direction,
    counterparty,
    units,
  ])

test('a strategy has three weekly receipts from alternating payers, and two payments a day later', () => {
  const [receipt, payment] = [1_000_000_000n, 500_000_000n]
  expect(listTransfers(WEEKLY)).toEqual([
    ['in', 'payer 0', receipt],
    ['out', 'payee 0', payment],
    ['in', 'payer 1', receipt],
    ['out', 'payee 0', payment],
    ['in', 'payer 0', receipt],
  ])
  const inCircles = listTransfers({ ...WEEKLY, inCircles: 1 }).map(([, party]) => party)
  expect(inCircles).toEqual(['own 0', 'own 0', 'own 1', 'own 0', 'own 0'])
  const seldom = listTransfers({ ...WEEKLY, paymentsPerReceipt: 0.5 })
  expect(seldom.filter(([direction]) => direction === 'out')).toEqual([['out', 'payee 0', receipt]])
})

test('a strategy costs its accounts, transfers and NFTs, and needs the capital that it holds', () => {
  const { flow, accounts, transfers, days } = simulateAttempt(WEEKLY, PRICES)
  expect([accounts, transfers, days]).toEqual([4, 5, 14])
  expect(flow).toBeCloseTo(4 * 0.0029 + 5 * 0.00086 + 2 * 1.0025, 9)
  expect(computeCapital(WEEKLY)).toBe(20)
  expect(simulateAttempt({ ...WEEKLY, vouchers: 20 }, PRICES).accounts).toBe(21)
})

test('a theft takes the same amount from every victim, and passes all of it on', () => {
  const loot = buildTransfers({ ...WEEKLY, passOnDays: 4 }, THEFT).slice(5)
  const [ins, outs] = [loot.slice(0, 20), loot.slice(20)]
  expect(new Set(ins.map(({ counterparty }) => counterparty)).size).toBe(20)
  expect(outs.map(({ units }) => units)).toEqual(Array(4).fill(25_000_000_000n))
  expect((ins.at(-1)?.seconds ?? 0) - (ins[0]?.seconds ?? 0)).toBeLessThan(3600)
})

test('the search returns the real score and cost of every strategy, the same each time', () => {
  for (const attempt of ATTEMPTS.filter((_, i) => i % 50 === 0)) {
    const { strategy, score } = attempt
    expect(simulateAttempt({ ...strategy }, PRICES)).toEqual(attempt)
    const facts = buildStrategyFacts(buildTransfers(strategy, null), strategy)
    expect(judge(facts).score).toBe(score)
  }
})

test('the search ends where no single change is cheaper and still reaches the goal', () => {
  const { cheapest } = findCheapestAttacks(ATTEMPTS, GOAL, [60])[0]!
  const next = listNeighbours(cheapest!.strategy, CHOICES).map((one) =>
    simulateAttempt(one, PRICES),
  )
  const better = next.filter(({ score, flow, days }) =>
    [score >= GOAL, flow < cheapest!.flow, days <= 60].every(Boolean),
  )
  expect(better).toEqual([])
})

test('more time never costs more, nor reaches a lower score', () => {
  const rows = findCheapestAttacks(ATTEMPTS, GOAL, WAITS)
  expect([rows[0]?.cheapest === null, rows.at(-1)?.cheapest === null]).toEqual([true, false])
  const costs = rows.map(({ cheapest }) => cheapest?.flow ?? Number.POSITIVE_INFINITY)
  expect(costs).toEqual([...costs].sort((a, b) => b - a))
  const scores = rows.map(({ bestScore }) => bestScore)
  expect(scores).toEqual([...scores].sort((a, b) => a - b))
})

test('the waiting time counts to the end of an attempt, including theft and payout', () => {
  const slow = simulateAttempt({ ...WEEKLY, passOnDays: 30, passOnToPayees: 1 }, PRICES, THEFT)
  expect(slow.days).toBe(14 + 1 + 30)
  const cheapest = findCheapestAttacks([slow], 0, [44, 45]).map((row) => row.cheapest)
  expect(cheapest).toEqual([null, slow])
})

test('a prepared wallet scores more after a theft than another, and nothing helps against the list', () => {
  const prepared = findCheapestAttacks(ATTEMPTS, GOAL, WAITS).at(-1)!.cheapest!.strategy
  for (const row of computeScoresAfterTheft(prepared, PRICES).slice(0, 4)) {
    expect(row.unprepared).toBeLessThan(row.emptiedAtOnce)
  }
  const scores = computeExternalFactScores(prepared)
  expect(scores.listed).toBeLessThan(SUSPECTED_BELOW)
  expect(scores.paidByListed).toBeLessThan(scores.asPrepared - 5)
  expect(Math.max(scores.reported, scores.frozen)).toBeLessThan(scores.asPrepared)
  expect(scores.createdEarly).toBeGreaterThanOrEqual(scores.asPrepared)
})
