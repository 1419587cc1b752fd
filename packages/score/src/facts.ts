import type { AccountEventFact } from '@app/values/account-event.ts'
import type { Address } from '@app/values/address.ts'

/** The pseudo-token under which activity of all fungible tokens together is counted (counts only, amounts are 0). */
export const ALL_TOKENS = '*'

/** The pseudo-token under which NFT transfers are counted, one unit each. */
export const NFTS = '#nft'

/**
 * Counts of one wallet over one token or over all. Every field is a sum or a function of day and
 * hour buckets, so the order of transfers does not matter.
 */
export interface ActivityFacts {
  transfersIn: number
  transfersOut: number
  /** Distinct counterparties that sent, that received, and that did both. */
  senders: number
  recipients: number
  mutual: number | null
  /** Counterparties with two or more transfers in that direction. */
  repeatSenders: number | null
  repeatRecipients: number | null
  /** Unix seconds of the first and last transfer; their difference is the span. */
  firstSeconds: number
  lastSeconds: number
  /** UTC days (and hours) with at least one transfer; days with one in, one out, both. */
  activeDays: number | null
  activeHours: number | null
  daysIn: number | null
  daysOut: number | null
  daysBoth: number | null
  /** Transfers of the busiest UTC day. */
  busiestDay: number | null
}

/** Activity of one wallet in one token. Amounts are bigint units of the token's own last decimal. */
export interface TokenFacts extends ActivityFacts {
  token: string
  received: bigint
  sent: bigint
  largestReceived: bigint
  largestSent: bigint
  /**
   * Σ over UTC hours (days) of min(received, sent) in that bucket: money that left in the bucket in
   * which it arrived.
   */
  sweptSameHour: bigint | null
  sweptSameDay: bigint | null
  /**
   * Σ amount × Unix seconds of received (sent) transfers: the difference of the two means is the
   * holding time.
   */
  receivedMoment: bigint | null
  sentMoment: bigint | null
}

/** Contact with wallets `hop` steps from a listed one, in one token. */
export interface ContactFacts {
  hop: 0 | 1 | 2
  token: string
  counterparties: number
  transfersIn: number
  unitsIn: bigint
  /** Sent voluntarily. */
  transfersOut: number
  unitsOut: bigint
  /**
   * Stolen from the wallet: it did not propose the transaction, or one transaction emptied it. What
   * a listed account stole is counted only here, not as activity of the wallet.
   */
  transfersSwept: number
  unitsSwept: bigint
}

/** Contact with listed wallets, and the lists that were checked. */
export interface ContactsFacts {
  /** Accounts on the scam list. */
  listedCount: number
  /**
   * `computeListHash` of the lists, which binds them to the score; absent where the complete lists
   * are not available.
   */
  listHash?: string
  entries: ContactFacts[]
}

/** One NFT collection that the wallet holds. */
export interface HoldingFacts {
  /** Type identifier of the collection, such as A.<address>.<Contract>.Collection. */
  collection: string
  count: number
  /** The contract is deployed on the wallet's own account, so it can mint any number. */
  isSelfMinted: boolean
  /** Unix seconds of the first indexed deposit, null when it is outside the indexed range. */
  firstDepositSeconds: number | null
}

export interface AgeFacts {
  /** Position in the order of creation (1 is the first account), from the linear code of the address. */
  creationIndex: number
  /** Highest creation index known on the network, 0 when unknown. */
  accountCount: number
  /** Unix seconds of AccountCreated where it was indexed. */
  createdSeconds: number | null
}

/**
 * Actions of the account itself: roles in transactions, and the counts of its account events. A
 * sponsor (payer without another role) is not penalized.
 */
export interface AccountFacts extends Record<AccountEventFact, number> {
  proposed: number
  /** Transactions of other accounts that it paid for. */
  sponsored: number
}

/** Receivers of dust that the wallet sent; at most the first 500 of them are checked. */
export interface PoisoningFacts {
  /** Accounts, not on a scam list, to which it sent only dust. */
  dusted: number
  /** Of these, accounts that had paid another account with a similar address, except services. */
  lookAlikes: number
}

/** A current entry of the scam list about the wallet itself. */
export interface ListingFacts {
  source: string
  /** 0–1 */
  confidence: number
}

/** Logged-in wallets with the same statement, each counted once. */
export interface WeightedWallets {
  wallets: number
  /** Σ of their own scores at that time, in 1/100 of a point: 10,000 is one wallet of score 100. */
  weight: number
}

/**
 * Reports and vouches about the wallet and decisions by vote, without those that an upheld appeal
 * cancelled.
 */
export interface CommunityFacts {
  /** Distinct visitors that reported it without logging in. */
  visitorReports: number
  /**
   * Reports and vouches of wallets that were NORMAL, and that were TRUSTED, at that time; others do
   * not count.
   */
  reports: WeightedWallets
  trustedReports: WeightedWallets
  vouches: WeightedWallets
  trustedVouches: WeightedWallets
  /** Cases in which a freeze was decided, an appeal denied, an appeal upheld. */
  freezes: number
  appealsDenied: number
  appealsUpheld: number
}

/** All inputs of the score of one wallet, up to its last event. */
export interface Facts {
  address: Address
  /** Unix seconds of the block of the wallet's last event, 0 when there is none. */
  asOfSeconds: number
  age: AgeFacts | null
  activity: ActivityFacts
  /** At most the 20 busiest tokens, busiest first. */
  tokens: TokenFacts[]
  nfts: ActivityFacts | null
  /** null when holdings could not be read. */
  holdings: HoldingFacts[] | null
  account: AccountFacts | null
  /** null when no list is loaded: absence of contact is then no evidence. */
  contacts: ContactsFacts | null
  listing: ListingFacts | null
  /** null when no reports are collected. */
  community: CommunityFacts | null
  /**
   * Receipts below 1/100,000 of the resulting balance, or below 0.001 FLOW: counted, but not
   * scored.
   */
  dustIn: number
  /** null when it was not checked. */
  poisoning: PoisoningFacts | null
  /** Covered share of the blocks since the account exists, 0–1 in units of 1/10,000. */
  completeness: number
}
