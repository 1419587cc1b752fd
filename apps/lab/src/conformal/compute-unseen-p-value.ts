import {
  buildComparison,
  type ConformalTable,
  compareWithTable,
} from '@app/score/behaviour/conformal-table.ts'

/**
 * Computes the p-value of a labelled wallet with this score, as for a wallet that nobody has labelled: an ordinary
 * wallet is not compared with itself. `ownSet` is the set in which it is ordinary, `null` for an illicit one.
 */
export function computeUnseenPValue(
  tables: readonly ConformalTable[],
  score: number,
  ownSet: string | null,
): number {
  const pValues = tables.map((table) => {
    const { asBad, wallets, pValue } = compareWithTable(table, score)
    return table.set === ownSet ? buildComparison(asBad - 1, wallets - 1).pValue : pValue
  })
  return pValues.length === 0 ? 1 : Math.max(...pValues)
}
