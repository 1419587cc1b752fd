import type { PointsTables } from '../points-table.ts'
import { CREATION_RANK } from './creation-rank.ts'
import { FITTED_TABLES } from './fitted-tables.generated.ts'

/**
 * The points tables of this version: the fitted ones, and the creation rank, which no research set
 * contains.
 */
export const POINTS_TABLES: PointsTables = {
  ...FITTED_TABLES,
  onchainAge: [...FITTED_TABLES.onchainAge, CREATION_RANK],
}
