import { getDao } from '@app/contracts/scripts.generated.ts'
import { isRecent } from '@app/values/time/is-recent.ts'
import { type NetworkReader, readContract } from '../../flow-access/read-contract.ts'

/** Interval between two questions while there is no DAO. */
const RETRY_INTERVAL_MS = 60_000

/**
 * Creates a function that resolves to whether the governance contracts are deployed and have a DAO;
 * false while the node does not answer. Once there is a DAO, the node is not asked again.
 */
export function createDaoCheck(reader: NetworkReader, now: () => number): () => Promise<boolean> {
  let hasDao = false
  let lastCheckMs = Number.NEGATIVE_INFINITY
  return async () => {
    if (hasDao || isRecent(lastCheckMs, now(), RETRY_INTERVAL_MS)) return hasDao
    try {
      const result = await readContract(reader, { contract: 'DharmaGovernance', call: getDao() })
      hasDao = result !== null && result.value !== null
      lastCheckMs = now()
    } catch {
      return false
    }
    return hasDao
  }
}
