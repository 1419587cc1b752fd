import type { Address } from '@app/values/address.ts'
import type { Facts, TokenFacts } from '../facts.ts'
import { activityOf } from './activity-of.ts'
import { contactsOf } from './contacts-of.ts'
import { takenBy } from './taken-by.ts'
import { tokenFactsOf } from './token-facts-of.ts'
import type { Transfer } from './transfer.ts'

/** As many tokens as a score looks at. */
const TOKENS_JUDGED = 20

/**
 * The facts that follow from a wallet's transfers alone: the same sums that a database keeps. The order
 * of the transfers does not matter; tokens with equally many transfers go by name. With a list of
 * listed accounts, direct contact is counted, and what they took from the wallet is no activity of it.
 * What transfers cannot tell (age, holdings, contact at a distance) is unknown.
 */
export function factsFromTransfers(
  address: Address,
  transfers: readonly Transfer[],
  listed: ReadonlySet<string> | null = null,
): Facts {
  const taken = takenBy(listed ?? new Set(), transfers)
  const judged = transfers.filter((transfer) => !transfer.isDust && !taken.has(transfer))
  const activity = activityOf(judged)
  return {
    address,
    asOfSeconds: activity.lastSeconds,
    age: null,
    activity,
    tokens: tokensOf(judged),
    nfts: null,
    holdings: null,
    account: null,
    contacts: listed && {
      listedCount: listed.size,
      entries: contactsOf({ transfers, taken }, listed),
    },
    listing: null,
    community: null,
    dustIn: transfers.filter(({ isDust }) => isDust).length,
    poisoning: null,
    completeness: 10_000,
  }
}

function tokensOf(transfers: readonly Transfer[]): TokenFacts[] {
  const byToken = Map.groupBy(transfers, ({ token }) => token)
  const busiest = [...byToken].sort(
    ([a, left], [b, right]) => right.length - left.length || (a < b ? -1 : 1),
  )
  return busiest.slice(0, TOKENS_JUDGED).map(([token, own]) => tokenFactsOf(token, own))
}
