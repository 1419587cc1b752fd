import type { Facts } from '../facts.ts'
import { FREQUENCY_TABLE } from '../tables/points-tables.ts'
import { addUp } from './add-up.ts'
import type { FactorResult } from './factor-result.ts'
import { knownFromTransfers } from './known.ts'

/** Activity rhythm, fan-in and fan-out, repeat business. */
export function txFrequency(facts: Facts): FactorResult {
  const result = addUp(facts, FREQUENCY_TABLE, { kind: 'latest_transfers' })
  return { ...result, known: knownFromTransfers(facts), flags: [] }
}
