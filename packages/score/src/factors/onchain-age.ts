import type { Facts } from '../facts.ts'
import type { Values } from '../inputs/inputs.ts'
import type { PointsRows } from '../points-table.ts'
import { addUp } from './add-up.ts'
import type { FactorResult } from './factor-result.ts'
import { knownFromTransfers } from './known.ts'

/** The rank in the order of creation is known in full, but says little by itself. */
const KNOWN_BY_RANK = 2_000

/** Rank in the order of creation, first and last seen, days active. */
export function onchainAge(
  facts: Facts,
  values: Values,
  table: readonly PointsRows[],
): FactorResult {
  const result = addUp(values, table, { kind: 'account_events' })
  const known = Math.max(facts.age === null ? 0 : KNOWN_BY_RANK, knownFromTransfers(facts))
  return { ...result, known, flags: [] }
}
