import { computeInputs, type InputValues } from '@app/score/inputs/inputs.ts'
import { findRowIndex } from '@app/score/points-table.ts'
import { ARTEFACT_LABELS, type LabelledWallet, type WalletSet } from '../read-wallets.ts'
import type { FittedFactor, PlannedRows, TablePlan } from './plan.ts'

/** The mean weight of all examples is 1. */
export interface TrainingExample {
  wallet: LabelledWallet
  values: InputValues
  weight: number
}

/**
 * Assigns weights so that no set and no label dominates: within a set, normal and illicit wallets have the
 * same total weight, and so has each label within its class; the weight of a set is proportional to the
 * square root of its size, because a small set has less information. Labels that are an artefact of their
 * set are left out.
 */
export function buildExamples(sets: readonly WalletSet[]): TrainingExample[] {
  const raw = sets.flatMap(({ wallets }) =>
    buildSetExamples(wallets.filter(({ label }) => !ARTEFACT_LABELS.has(label))),
  )
  const mean = raw.reduce((sum, { weight }) => sum + weight, 0) / raw.length
  return raw.map((own) => ({ ...own, weight: own.weight / mean }))
}

function buildSetExamples(wallets: readonly LabelledWallet[]): TrainingExample[] {
  const setWeight = Math.sqrt(wallets.length)
  const groups = [
    ...Map.groupBy(wallets, ({ label, isIllicit }) => `${isIllicit} ${label}`).values(),
  ]
  return groups.flatMap((group) => {
    const ofClass = groups.filter(([first]) => first?.isIllicit === group[0]?.isIllicit)
    const weight = setWeight / ofClass.length / group.length
    return group.map((wallet) => ({ wallet, values: computeInputs(wallet.facts), weight }))
  })
}

/** Planned rows with their band edges, and the position of their first point among all fitted points. */
export interface BandedRows extends PlannedRows {
  factor: FittedFactor
  edges: readonly (readonly number[])[]
  start: number
  size: number
}

/** Computes the band edges of every planned input from the training examples. */
export function buildBandedRows(
  plan: TablePlan,
  examples: readonly TrainingExample[],
): BandedRows[] {
  let start = 0
  const found: BandedRows[] = []
  for (const factor of Object.keys(plan) as FittedFactor[]) {
    for (const rows of plan[factor]) {
      const edges = rows.inputs.map((input) => {
        const known = examples.flatMap(({ values: { [input]: value }, weight }) =>
          value === null ? [] : [{ value, weight }],
        )
        return computeEdges(known, rows.bands)
      })
      const size = edges.reduce((product, cuts) => product * (cuts.length + 1), 1)
      found.push({ ...rows, factor, edges, start, size })
      start += size
    }
  }
  return found
}

/** Returns the positions of the fitted points of `rows` that apply to a wallet. */
export function findCells(rows: readonly BandedRows[], values: InputValues): Int32Array {
  return Int32Array.from(
    rows.flatMap((own) => {
      const index = findRowIndex(own, values)
      return index === null ? [] : [own.start + index]
    }),
  )
}

/** Returns the pairs of neighbouring bands of some rows, as positions among all fitted points. */
export function listNeighbourPairs({ edges, start, size }: BandedRows): [number, number][] {
  const pairs: [number, number][] = []
  let stride = size
  for (const cuts of edges) {
    const bands = cuts.length + 1
    stride /= bands
    for (let cell = 0; cell < size; cell += 1) {
      const isLast = Math.floor(cell / stride) % bands === bands - 1
      if (!isLast) pairs.push([start + cell, start + cell + stride])
    }
  }
  return pairs
}

/**
 * Returns ascending, rounded edges that divide an input into at most `bands` bands of about equal weight.
 * Values that many wallets share result in fewer, wider bands.
 */
export function computeEdges(
  values: readonly { value: number; weight: number }[],
  bands: number,
): number[] {
  const sorted = values.toSorted((a, b) => a.value - b.value)
  const total = sorted.reduce((sum, { weight }) => sum + weight, 0)
  const edges = new Set<number>()
  let passed = 0
  let next = 1
  for (const { value, weight } of sorted) {
    passed += weight
    if (passed < (next / bands) * total) continue
    next = Math.floor((passed / total) * bands) + 1
    if (next <= bands) edges.add(roundEdge(value))
  }
  const lowest = roundEdge(sorted[0]?.value ?? 0)
  return [...edges].filter((edge) => edge > lowest).sort((a, b) => a - b)
}

/** No edge is between these shares: they count as the whole balance, less fees and the required minimum balance. */
const ALL_FROM = 0.999
const ALL_TO = 1.01

/** Rounds to two significant digits, three from 20 to 1000; three decimals from 0.9 to 1; about 1 becomes 0.999. */
export function roundEdge(value: number): number {
  if (value > ALL_FROM - 0.0005 && value < ALL_TO) return ALL_FROM
  if (value > 0.9 && value < 1) return Number(value.toFixed(3))
  return Number(value.toPrecision(value >= 20 && value < 1000 ? 3 : 2))
}
