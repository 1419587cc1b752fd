import type { Facts } from '@app/score/facts.ts'
import { judgeWithTables } from '@app/score/judge-with-tables.ts'
import type { Judgement } from '@app/score/judgement.ts'
import type { PointsTables } from '@app/score/points-table.ts'

/** The scoring function of one version. */
export type Engine = (
  facts: Facts,
) => Pick<Judgement, 'score' | 'riskLevel' | 'confidence' | 'factors'>

/** Creates the engine of the working tree with other points tables. */
export const createEngine =
  (tables: PointsTables): Engine =>
  (facts) =>
    judgeWithTables(tables, facts)
