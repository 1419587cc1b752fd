import type { Facts } from '@app/score/facts.ts'
import { judgeBy } from '@app/score/judge-by.ts'
import type { Judgement } from '@app/score/judgement.ts'
import type { PointsTables } from '@app/score/points-table.ts'

/** Judges wallets as one version of the score does. */
export type Engine = (
  facts: Facts,
) => Pick<Judgement, 'score' | 'riskLevel' | 'confidence' | 'factors'>

/** The engine of the working tree with other points tables. */
export const engineWith =
  (tables: PointsTables): Engine =>
  (facts) =>
    judgeBy(tables, facts)
