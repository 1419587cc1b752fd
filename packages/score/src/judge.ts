import type { Facts } from './facts.ts'
import { judgeWithTables } from './judge-with-tables.ts'
import type { Judgement } from './judgement.ts'
import { POINTS_TABLES } from './tables/points-tables.ts'

/**
 * The score of one wallet, with its reasons, by the points tables of this version. Pure: equal facts
 * give equal judgements. The formula is explained in docs/scoring.md.
 */
export function judge(facts: Facts): Judgement {
  return judgeWithTables(POINTS_TABLES, facts)
}
