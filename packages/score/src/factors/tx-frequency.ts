import type { Facts } from '../facts.ts'
import type { Values } from '../inputs/inputs.ts'
import type { PointsRows } from '../points-table.ts'
import { addUp } from './add-up.ts'
import type { FactorResult } from './factor-result.ts'
import { knownFromHabits } from './known.ts'

/** Activity rhythm, fan-in and fan-out, repeat business. */
export function txFrequency(
  facts: Facts,
  values: Values,
  table: readonly PointsRows[],
): FactorResult {
  const result = addUp(values, table, { kind: 'latest_transfers' })
  return { ...result, known: knownFromHabits(facts), flags: [] }
}
