import type { PointsRows, PointsTables } from '../points-table.ts'
import { FITTED_TABLES } from './fitted-tables.generated.ts'

/**
 * Early accounts earn a few points, late ones lose none. Set by hand: no research set contains
 * ranks.
 */
const CREATION_RANK: PointsRows = {
  code: 'creation_rank',
  group: 'creation_rank',
  inputs: ['creationRank'],
  edges: [[0.1, 0.5, 0.9]],
  points: [1500, 1000, 300, 0],
}

/**
 * The points tables of this version: the fitted ones, and the creation rank, which no research set
 * contains.
 */
export const POINTS_TABLES: PointsTables = {
  ...FITTED_TABLES,
  onchainAge: [...FITTED_TABLES.onchainAge, CREATION_RANK],
}
