import type { Facts } from '@app/score/facts.ts'
import { judgeWithTables } from '@app/score/judge-with-tables.ts'
import type { Judgement } from '@app/score/judgement.ts'
import type { PointsTables } from '@app/score/points-table.ts'

/** Judges wallets as one version of the score does. */
export type Engine = (
  facts: Facts,
) => Pick<Judgement, 'score' | 'riskLevel' | 'confidence' | 'factors'>

/** The engine of the working tree with other points tables. */
export const createEngine =
  (tables: PointsTables): Engine =>
  (facts) =>
    judgeWithTables(tables, facts)
