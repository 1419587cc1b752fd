import { judge } from '@app/score/judge.ts'
import { SUSPECTED_BELOW } from '@app/values/risk-level.ts'
import { describe, expect, test } from 'vitest'
import {
  type AttackAttempt,
  buildPrices,
  buildStrategyFacts,
  computeCapital,
  simulateAttempt,
} from './attempt.ts'
import {
  findCheapestAttacks,
  listNeighbours,
  PREPARATION_CHOICES,
  searchAttempts,
  THEFT_CHOICES,
} from './search-attempts.ts'
import { computeExternalFactScores, computeScoresAfterTheft } from './simulate-cost-to-game.ts'
import { buildTransfers, type Strategy } from './strategy.ts'

const PRICES = buildPrices(1)
const THEFT = { victims: 20, flowPerVictim: 50 }
const GOAL = 68
const CHOICES = { ...PREPARATION_CHOICES, days: [3, 14, 60], intervalDays: [1, 4], payees: [1, 5] }
const WAITS = [3, 14, 60]

const runSearch = (): AttackAttempt[] =>
  searchAttempts(GOAL, CHOICES, (one) => simulateAttempt(one, PRICES))
const ATTEMPTS = runSearch()

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

describe('a strategy', () => {
  const listTransfers = (strategy: Strategy) =>
    buildTransfers(strategy, null).map(({ direction, counterparty, units }) => [
      direction,
      counterparty,
      units,
    ])

  test('has three weekly receipts from alternating payers, and two payments a day later', () => {
    expect(listTransfers(WEEKLY)).toEqual([
      ['in', 'payer 0', 1_000_000_000n],
      ['out', 'payee 0', 500_000_000n],
      ['in', 'payer 1', 1_000_000_000n],
      ['out', 'payee 0', 500_000_000n],
      ['in', 'payer 0', 1_000_000_000n],
    ])
  })

  test('in circles pays the accounts that pay it', () => {
    const parties = listTransfers({ ...WEEKLY, inCircles: 1 }).map(([, party]) => party)
    expect(parties).toEqual(['own 0', 'own 0', 'own 1', 'own 0', 'own 0'])
  })

  test('with a payment for two receipts pays for both at once', () => {
    const paid = listTransfers({ ...WEEKLY, paymentsPerReceipt: 0.5 }).filter(
      ([direction]) => direction === 'out',
    )
    expect(paid).toEqual([['out', 'payee 0', 1_000_000_000n]])
  })

  test('costs its accounts, transfers and NFTs, and needs the capital that it holds', () => {
    const { flow, accounts, transfers, days } = simulateAttempt(WEEKLY, PRICES)
    expect([accounts, transfers, days]).toEqual([4, 5, 14])
    expect(flow).toBeCloseTo(4 * 0.0029 + 5 * 0.00086 + 2 * 1.0025, 9)
    expect(computeCapital(WEEKLY)).toBe(20)
  })

  test('with vouching idle accounts also costs these accounts', () => {
    const own = simulateAttempt({ ...WEEKLY, vouchers: 20 }, PRICES)
    expect(own.accounts).toBe(21)
    expect(own.score - simulateAttempt(WEEKLY, PRICES).score).toBeLessThan(1)
  })

  test('with a theft takes the same amount from every victim, and passes all of it on', () => {
    const loot = buildTransfers({ ...WEEKLY, passOnDays: 4 }, THEFT).slice(5)
    const [ins, outs] = [loot.slice(0, 20), loot.slice(20)]
    expect(new Set(ins.map(({ counterparty }) => counterparty)).size).toBe(20)
    expect(outs.map(({ units }) => units)).toEqual(Array.from({ length: 4 }, () => 25_000_000_000n))
    expect((ins.at(-1)?.seconds ?? 0) - (ins[0]?.seconds ?? 0)).toBeLessThan(3600)
  })
})

describe('the search', () => {
  test('finds the same each time', () => {
    expect(runSearch()).toEqual(ATTEMPTS)
  })

  test('returns the real score and cost of every strategy', () => {
    for (const attempt of ATTEMPTS.filter((_, i) => i % 50 === 0)) {
      const { strategy, score } = attempt
      expect(simulateAttempt({ ...strategy }, PRICES)).toEqual(attempt)
      const facts = buildStrategyFacts(buildTransfers(strategy, null), strategy)
      expect(judge(facts).score).toBe(score)
    }
  })

  test('ends where no single change is cheaper and still reaches the goal', () => {
    const { cheapest } = findCheapestAttacks(ATTEMPTS, GOAL, [60])[0]!
    const next = listNeighbours(cheapest!.strategy, CHOICES).map((one) =>
      simulateAttempt(one, PRICES),
    )
    const better = next.filter(({ score, flow, days }) =>
      [score >= GOAL, flow < cheapest!.flow, days <= 60].every(Boolean),
    )
    expect(better).toEqual([])
  })
})

describe('findCheapestAttacks', () => {
  const rows = findCheapestAttacks(ATTEMPTS, GOAL, WAITS)

  test('reaches the goal with time, and not at once', () => {
    expect(rows.map(({ cheapest }) => cheapest !== null)).toEqual([
      false,
      expect.any(Boolean),
      true,
    ])
  })

  test('never reaches a higher score with less time or less FLOW', () => {
    const costs = rows.map(({ cheapest }) => cheapest?.flow ?? Number.POSITIVE_INFINITY)
    expect(costs).toEqual([...costs].sort((a, b) => b - a))
    const scores = rows.map(({ bestScore }) => bestScore)
    expect(scores).toEqual([...scores].sort((a, b) => a - b))
    for (const { days, cheapest } of rows) {
      const cheaper = ATTEMPTS.filter(
        (one) => one.days <= days && one.flow < (cheapest?.flow ?? Number.POSITIVE_INFINITY),
      )
      expect(cheaper.filter(({ score }) => score >= GOAL)).toEqual([])
    }
  })

  test('counts the waiting time to the end of an attempt, including theft and payout', () => {
    const slow = simulateAttempt({ ...WEEKLY, passOnDays: 30, passOnToPayees: 1 }, PRICES, THEFT)
    expect(slow.days).toBe(14 + 1 + 30)
    expect(findCheapestAttacks([slow], 0, [44, 45]).map(({ cheapest }) => cheapest)).toEqual([
      null,
      slow,
    ])
  })
})

describe('after the theft', () => {
  const prepared = findCheapestAttacks(ATTEMPTS, GOAL, WAITS).at(-1)!.cheapest!.strategy

  test('an unprepared wallet scores less than a prepared one', () => {
    for (const { unprepared, emptiedAtOnce } of computeScoresAfterTheft(prepared, PRICES).slice(
      0,
      4,
    )) {
      expect(unprepared).toBeLessThan(emptiedAtOnce)
    }
  })

  test('no preparation helps against the list', () => {
    const { asPrepared, paidByListed, reported, frozen, listed, createdEarly } =
      computeExternalFactScores(prepared)
    expect(listed).toBeLessThan(SUSPECTED_BELOW)
    expect(paidByListed).toBeLessThan(asPrepared - 5)
    expect([reported, frozen].every((score) => score < asPrepared)).toBe(true)
    expect(createdEarly).toBeGreaterThanOrEqual(asPrepared)
  })

  test('the ways to pay out the loot are tried only with a theft', () => {
    const countExits = (choices: typeof PREPARATION_CHOICES) =>
      choices.passOnDays.length * choices.passOnToPayees.length
    expect([countExits(PREPARATION_CHOICES), countExits(THEFT_CHOICES)]).toEqual([1, 8])
  })
})
