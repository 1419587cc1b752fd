import type { HoldingFacts } from '@app/score/facts.ts'
import type { Address } from '@app/values/address.ts'
import { MAX_SCORED_COLLECTIONS } from '@app/values/limits.ts'
import { type Difference, findFirstDifference } from './difference.ts'

/** Checks that the account holds exactly the collections of the inputs, with the same number of NFTs each. */
export function findHoldingDifference(
  address: Address,
  holdings: readonly HoldingFacts[],
  counts: ReadonlyMap<string, number>,
): Difference | null {
  const expected = [...counts]
    .filter(([, count]) => count > 0)
    .map(([collection, count]) => ({
      collection,
      count,
      isSelfMinted: isMintedBy(address, collection),
    }))
    .sort((a, b) => b.count - a.count || (a.collection < b.collection ? -1 : 1))
    .slice(0, MAX_SCORED_COLLECTIONS)
  const found = holdings.map(({ firstDepositSeconds: _, ...held }) => held)
  return findFirstDifference('inputs.chain.holdings', expected, found)
}

function isMintedBy(address: Address, collection: string): boolean {
  return collection.startsWith(`A.${address.slice(2)}.`)
}
