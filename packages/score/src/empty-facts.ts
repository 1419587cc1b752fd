import { toAddress } from '@app/values/address.ts'
import type { AccountFacts, ActivityFacts, Facts, TokenFacts } from './facts.ts'

/** Facts of an account without any events. */
export function emptyFacts(): Facts {
  return {
    address: toAddress('0x179b6b1cb6755e31'),
    asOfSeconds: 0,
    age: null,
    activity: emptyActivity(),
    tokens: [],
    nfts: null,
    holdings: null,
    account: null,
    contacts: null,
    listing: null,
    community: null,
    dustIn: 0,
    poisoning: null,
    completeness: 10_000,
  }
}

/** Activity without transfers. */
export function emptyActivity(): ActivityFacts {
  return {
    transfersIn: 0,
    transfersOut: 0,
    senders: 0,
    recipients: 0,
    mutual: 0,
    repeatSenders: 0,
    repeatRecipients: 0,
    firstSeconds: 0,
    lastSeconds: 0,
    activeDays: 0,
    activeHours: 0,
    daysIn: 0,
    daysOut: 0,
    daysBoth: 0,
    busiestDay: 0,
  }
}

/** Facts of an account that did nothing itself. */
export function emptyAccount(): AccountFacts {
  return {
    proposed: 0,
    sponsored: 0,
    keysAdded: 0,
    keysRemoved: 0,
    contractsDeployed: 0,
    contractsUpdated: 0,
    contractsRemoved: 0,
    fullKeysAdded: 0,
    capabilitiesPublished: 0,
    capabilitiesOffered: 0,
    transactionsScheduled: 0,
  }
}

/** A token without transfers. */
export function emptyToken(token: string): TokenFacts {
  return {
    ...emptyActivity(),
    token,
    received: 0n,
    sent: 0n,
    largestReceived: 0n,
    largestSent: 0n,
    sweptSameHour: 0n,
    sweptSameDay: 0n,
    receivedMoment: 0n,
    sentMoment: 0n,
  }
}
