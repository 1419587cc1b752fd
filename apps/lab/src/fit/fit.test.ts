import { judgeWithTables } from '@app/score/judge.ts'
import { expect, test } from 'vitest'
import { computeAuc } from '../measure-accuracy.ts'
import { type LabelledWallet, parseWallet } from '../read-wallets.ts'
import {
  buildBandedRows,
  buildExamples,
  computeEdges,
  listNeighbourPairs,
  roundEdge,
} from './design.ts'
import { crossValidate, fitTables } from './fit-tables.ts'
import { minimize } from './minimize.ts'
import { createObjective } from './objective.ts'
import { FIT_SETTINGS, TABLE_PLAN, type TablePlan } from './plan.ts'

const PLAN: TablePlan = {
  txFrequency: [
    { code: 'senders', inputs: ['senders'], bands: 6, isRising: false },
    { code: 'pair', inputs: ['transfersIn', 'daysPerSender'], bands: 3, isRising: false },
  ],
  largeOutFlow: [{ code: 'sent', inputs: ['sentShare'], bands: 5, isRising: false }],
  onchainAge: [{ code: 'span', inputs: ['spanDays'], bands: 5, isRising: true }],
}

/** Two overlapping kinds of wallets, generated from a fixed sequence. */
function buildWallets(count: number): LabelledWallet[] {
  return Array.from({ length: count }, (_, i) => {
    const illicit = i % 2
    const vary = (i * 7919) % 13
    const senders = illicit === 1 ? 6 + vary : 1 + (vary >> 1)
    const activity = {
      spanSeconds: 86_400 * (illicit === 1 ? 5 + vary : 20 + 9 * vary),
      transfersIn: senders * (illicit === 1 ? 1 : 3),
      transfersOut: 2 + vary,
      senders,
      recipients: 2,
      received: 100,
      sent: illicit === 1 ? 90 + vary : 40 + 4 * vary,
      largestReceived: 20,
      largestSent: 30,
    }
    const label = illicit === 1 ? 'phishing' : 'normal'
    return parseWallet(JSON.stringify({ address: `w${i}`, label, illicit, activity }))
  })
}

const EXAMPLES = buildExamples([{ name: 'made', wallets: buildWallets(200) }])

test('minimize finds the lowest point of a narrow valley', () => {
  const rosenbrock = (x: Float64Array, gradient: Float64Array): number => {
    const [a = 0, b = 0] = x
    gradient[0] = -2 * (1 - a) - 400 * a * (b - a * a)
    gradient[1] = 200 * (b - a * a)
    return (1 - a) ** 2 + 100 * (b - a * a) ** 2
  }
  const [a, b] = minimize(rosenbrock, 2, 500)
  expect([a, b]).toEqual([expect.closeTo(1, 3), expect.closeTo(1, 3)])
})

test('the objective has the gradient that finite differences give', () => {
  const rows = buildBandedRows(PLAN, EXAMPLES)
  const size = rows.reduce((sum, own) => sum + own.size, 0)
  const objective = createObjective(rows, EXAMPLES, FIT_SETTINGS)
  const at = Float64Array.from({ length: size }, (_, i) => Math.sin(i * 3) * 0.8)
  const gradient = new Float64Array(size)
  objective(at, gradient)
  const value = (i: number, step: number): number =>
    objective(at.with(i, (at[i] ?? 0) + step), new Float64Array(size))
  const measured = Array.from(at, (_, i) => (value(i, 1e-5) - value(i, -1e-5)) / 2e-5)
  for (const [i, slope] of measured.entries()) expect(gradient[i]).toBeCloseTo(slope, 3)
})

test('edges cut into bands of equal weight, none at the lowest value, one for a value that many share', () => {
  const build = (toValue: (i: number) => number) =>
    Array.from({ length: 100 }, (_, i) => ({ value: toValue(i), weight: 1 }))
  expect(
    computeEdges(
      build((i) => i),
      4,
    ),
  ).toEqual([24, 49, 74])
  expect(
    computeEdges(
      build((i) => (i < 70 ? 1 : i)),
      4,
    ),
  ).toEqual([74])
  expect([0.9986, 0.99999, 1, 1.005].map(roundEdge)).toEqual(Array(4).fill(0.999))
  expect([0.9876, 0.123, 1234, 345.6].map(roundEdge)).toEqual([0.988, 0.12, 1200, 346])
})

test('neighbours are adjacent bands in both dimensions', () => {
  const pair = buildBandedRows(PLAN, EXAMPLES)[1]!
  const [rows = 0, columns = 0] = pair.edges.map((edges) => edges.length + 1)
  expect(listNeighbourPairs(pair)).toHaveLength(rows * (columns - 1) + (rows - 1) * columns)
})

test('both classes of a set have the same weight, without ponzi contracts, whose sets have no payments', () => {
  const normal = buildWallets(200).filter(({ isIllicit }) => !isIllicit)
  const ponzi = buildWallets(10).map((wallet) => ({ ...wallet, label: 'ponzi' }))
  const wallets = [...buildWallets(40), ...normal, ...ponzi]
  const examples = buildExamples([{ name: 'uneven', wallets }])
  expect(examples).toHaveLength(140)
  const weights = Map.groupBy(examples, ({ wallet }) => wallet.isIllicit)
  const sum = (isIllicit: boolean) =>
    weights.get(isIllicit)?.reduce((total, { weight }) => total + weight, 0) ?? 0
  expect(sum(true)).toBeCloseTo(sum(false), 9)
})

test('fitted tables are the same each time, separate wallets, and never fall where they must rise', () => {
  const tables = fitTables(PLAN, EXAMPLES, FIT_SETTINGS)
  expect(fitTables(PLAN, EXAMPLES, FIT_SETTINGS)).toEqual(tables)
  const points = tables.onchainAge[0]?.points ?? []
  expect(points.length).toBeGreaterThan(2)
  expect(points).toEqual([...points].sort((a, b) => a - b))
  const [normal = 0, illicit = 0] = buildWallets(2).map(
    ({ facts }) => judgeWithTables(tables, facts).score,
  )
  expect(normal - illicit).toBeGreaterThan(8)
})

test('fitted tables separate wallets that were not in the training set', () => {
  const scores = [...crossValidate(PLAN, EXAMPLES, FIT_SETTINGS)]
  const selectScores = (isIllicit: boolean): number[] =>
    scores.flatMap(([wallet, score]) => (wallet.isIllicit === isIllicit ? [score] : []))
  expect(scores).toHaveLength(200)
  expect(computeAuc(selectScores(true), selectScores(false))).toBeGreaterThan(0.97)
})

test('no rows of the plan have the same input twice or share a code', () => {
  for (const rows of Object.values(TABLE_PLAN)) {
    const codes = rows.map(({ code }) => code)
    expect(new Set(codes).size).toBe(codes.length)
    for (const { inputs } of rows) expect(new Set(inputs).size).toBe(inputs.length)
  }
})
