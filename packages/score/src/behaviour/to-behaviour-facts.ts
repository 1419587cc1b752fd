import type { Facts } from '../facts.ts'

/**
 * Returns the facts that labelled wallets have too: transfers, tokens and completeness. All others are unknown, so
 * that the score can be compared with scores of labelled wallets.
 */
export function toBehaviourFacts(facts: Facts): Facts {
  const { address, asOfSeconds, activity, tokens, dustIn, completeness } = facts
  return {
    address,
    asOfSeconds,
    activity,
    tokens,
    dustIn,
    completeness,
    age: null,
    nfts: null,
    holdings: null,
    account: null,
    poisoning: null,
    contacts: null,
    listing: null,
    community: null,
  }
}
