import { INPUT_GROUPS, listReportedInputs } from '../factors/input-groups.ts'
import { capitalize } from '../inputs/describe-numbers.ts'
import type { InputGroup, InputName, InputValues } from '../inputs/inputs.ts'
import type { Reason } from '../judgement.ts'
import { ORDINARY_INPUTS } from '../tables/ordinary-inputs.generated.ts'
import { formatMeasure, INPUT_MEASURES, type Unit } from './input-measures.ts'
import type { Quartiles } from './quartiles.ts'

/** What ordinary wallets show where a reason speaks of an input, with the value of the wallet itself. */
export interface OrdinaryRange extends Quartiles {
  input: InputName
  unit: Unit
  value: number
  /** In plain words, without a full stop. */
  text: string
}

/**
 * Compares a wallet with labelled ordinary wallets (of Ethereum) in one of the inputs that the text of
 * the reason `code` names. Where the points speak against it: the one with which it is furthest outside
 * their middle half, in widths of that half, else the first one. Where they speak for it: the first one
 * with which it is inside, else the first one. `values` are the wallet's inputs, from
 * `computeInputs`. Returns `null` where the reason does not speak of an input (list, community,
 * holdings, account events, what is cut off), or where no labelled wallet has the input.
 */
export function compareWithOrdinary(
  { code, points }: Pick<Reason, 'code' | 'points'>,
  values: InputValues,
): OrdinaryRange | null {
  if (!isInputGroup(code)) return null
  const ranges = listReportedInputs(code, values).flatMap(({ input, value }) => {
    const quartiles = ORDINARY_INPUTS[input]
    return quartiles === null ? [] : [buildRange(input, value, quartiles)]
  })
  if (points > 0) return ranges.find((range) => computeDistance(range) === 0) ?? ranges[0] ?? null
  const [furthest] = ranges.toSorted((a, b) => computeDistance(b) - computeDistance(a))
  return furthest ?? null
}

const isInputGroup = (code: string): code is InputGroup => Object.hasOwn(INPUT_GROUPS, code)

/** Returns how far the wallet is outside the middle half, in widths of it; 0 inside. */
function computeDistance({ value, lowerQuartile, upperQuartile }: OrdinaryRange): number {
  const excess = Math.max(0, lowerQuartile - value, value - upperQuartile)
  return excess === 0 ? 0 : excess / (upperQuartile - lowerQuartile)
}

function buildRange(input: InputName, value: number, quartiles: Quartiles): OrdinaryRange {
  const { label, unit } = INPUT_MEASURES[input]
  const { lowerQuartile, median, upperQuartile, wallets } = quartiles
  const range = formatRange(formatMeasure(lowerQuartile, unit), formatMeasure(upperQuartile, unit))
  const text = `${capitalize(label)}: ordinary wallets ${range}, this one ${formatMeasure(value, unit)}`
  return { input, unit, value, lowerQuartile, median, upperQuartile, wallets, text }
}

const formatRange = (from: string, to: string): string => (from === to ? from : `${from} to ${to}`)
