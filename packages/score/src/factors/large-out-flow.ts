import type { Facts } from '../facts.ts'
import type { Values } from '../inputs/inputs.ts'
import type { PointsRows } from '../points-table.ts'
import { addUp } from './add-up.ts'
import type { FactorResult } from './factor-result.ts'
import { knownFromTransfers } from './known.ts'

/** How money leaves, relative to what came in. */
export function largeOutFlow(
  facts: Facts,
  values: Values,
  table: readonly PointsRows[],
): FactorResult {
  const token = facts.tokens[0]?.token
  if (token === undefined) return { ...addUp(values, [], { kind: 'none' }), known: 0, flags: [] }
  const result = addUp(values, table, { kind: 'largest_sends', token })
  return { ...result, known: knownFromTransfers(facts), flags: [] }
}
