import type { PointsRows } from '../points-table.ts'

/**
 * Early accounts earn a few points, late ones lose none. Set by hand: no research set contains
 * ranks.
 */
export const CREATION_RANK: PointsRows = {
  code: 'creation_rank',
  theme: 'creation_rank',
  inputs: ['creationRank'],
  edges: [[0.1, 0.5, 0.9]],
  points: [1500, 1000, 300, 0],
}
