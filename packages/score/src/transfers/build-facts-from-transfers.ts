import type { Address } from '@app/values/address.ts'
import type { Facts, TokenFacts } from '../facts.ts'
import { computeActivity } from './compute-activity.ts'
import { computeContacts } from './compute-contacts.ts'
import { computeTokenFacts } from './compute-token-facts.ts'
import { findStolenTransfers } from './find-stolen-transfers.ts'
import type { Transfer } from './transfer.ts'

/** Maximum number of tokens that a score considers. */
const MAX_TOKENS = 20

/**
 * Computes the facts that follow from a wallet's transfers alone: the same sums that the database
 * stores. The order of the transfers does not matter; tokens with equally many transfers are sorted
 * by name. With listed accounts, direct contact is counted, and what they stole from the wallet is
 * not part of its activity. Facts that transfers do not contain (age, holdings, contact at a
 * distance) are unknown.
 */
export function buildFactsFromTransfers(
  address: Address,
  transfers: readonly Transfer[],
  listed: ReadonlySet<string> | null = null,
): Facts {
  const stolen = findStolenTransfers(listed ?? new Set(), transfers)
  const judged = transfers.filter((transfer) => !transfer.isDust && !stolen.has(transfer))
  const activity = computeActivity(judged)
  return {
    address,
    asOfSeconds: activity.lastSeconds,
    age: null,
    activity,
    tokens: computeTokens(judged),
    nfts: null,
    holdings: null,
    account: null,
    contacts: listed && {
      listedCount: listed.size,
      entries: computeContacts({ transfers, stolen }, listed),
    },
    listing: null,
    community: null,
    dustIn: transfers.filter(({ isDust }) => isDust).length,
    poisoning: null,
    completeness: 10_000,
  }
}

function computeTokens(transfers: readonly Transfer[]): TokenFacts[] {
  const byToken = Map.groupBy(transfers, ({ token }) => token)
  const busiest = [...byToken].sort(
    ([a, left], [b, right]) => right.length - left.length || (a < b ? -1 : 1),
  )
  return busiest.slice(0, MAX_TOKENS).map(([token, own]) => computeTokenFacts(token, own))
}
