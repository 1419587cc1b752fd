import type { PointsRows } from '../points-table.ts'

/** Being early earns a little, being late costs nothing. Set by hand: no research set holds ranks. */
export const CREATION_RANK: PointsRows = {
  code: 'creation_rank',
  theme: 'creation_rank',
  inputs: ['creationRank'],
  edges: [[0.1, 0.5, 0.9]],
  points: [1500, 1000, 300, 0],
}
