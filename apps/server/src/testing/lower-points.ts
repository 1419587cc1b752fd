import type { PointsRows } from '@app/score/points-table.ts'
import type { ScoreRules } from '@app/score/version.ts'

const LESS = 3_000

const lower = (table: readonly PointsRows[]): PointsRows[] =>
  table.map((rows) => ({ ...rows, points: rows.points.map((points) => points - LESS) }))

/** Returns rules by which every account that has made a few transfers scores less than by these. */
export function lowerPoints(rules: ScoreRules): ScoreRules {
  const { txFrequency, largeOutFlow, onchainAge } = rules.tables
  return {
    ...rules,
    tables: {
      txFrequency: lower(txFrequency),
      largeOutFlow: lower(largeOutFlow),
      onchainAge: lower(onchainAge),
    },
  }
}
