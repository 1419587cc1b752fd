import type { Address } from '@app/values/address.ts'

/** The pseudo-token under which activity of all fungible tokens together is counted (counts only, amounts are 0). */
export const ALL_TOKENS = '*'

/** The pseudo-token under which NFT moves are counted, one unit each. */
export const NFTS = '#nft'

/** Counts of one wallet over one token or over all. Every field is a sum or a function of day and hour buckets, so order never matters. */
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
  /** Σ over UTC hours (days) of min(received, sent) in that bucket: what went out again at once. */
  sweptSameHour: bigint | null
  sweptSameDay: bigint | null
  /** Σ amount × Unix seconds of what came in (went out): the difference of the means is the time money stays. */
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
  /** Sent of the wallet's own will. */
  transfersOut: number
  unitsOut: bigint
  /**
   * Taken from the wallet: it did not propose the transaction, or was emptied in one stroke. What a listed
   * account took is told here alone: it is no activity of the wallet.
   */
  transfersSwept: number
  unitsSwept: bigint
}

/** Contact with listed wallets, and the lists it was looked for in. */
export interface ContactsFacts {
  /** Accounts on the scam list. */
  listedCount: number
  /** `listHashOf` the lists, which binds them to the score; absent where only contact itself is known. */
  listHash?: string
  entries: ContactFacts[]
}

/** One NFT collection held. */
export interface HoldingFacts {
  /** Type identifier of the collection, such as A.<address>.<Contract>.Collection. */
  collection: string
  count: number
  /** The wallet's own account holds the contract, so it can mint as many as it likes. */
  isSelfMinted: boolean
  /** Unix seconds of the first deposit seen, null when it lies outside the covered range. */
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

/** What the account itself did: roles in transactions, keys and contracts. A sponsor (payer who is nothing else) is not blamed. */
export interface AccountFacts {
  proposed: number
  /** Paid for a transaction of somebody else. */
  sponsored: number
  keysAdded: number
  keysRemoved: number
  contractsDeployed: number
  contractsUpdated: number
  contractsRemoved: number
  /** Of the keys added, those that can sign alone: a weight changes by adding such a key and revoking another. */
  fullKeysAdded: number
  /** Capabilities with an entitlement that everybody can reach, or that were left for one other account. */
  capabilitiesPublished: number
  capabilitiesOffered: number
  /** Bookings with the chain's scheduler. */
  transactionsScheduled: number
}

/** Dust that the wallet sent, by its receivers; at most the first 500 of them are looked at. */
export interface PoisoningFacts {
  /** Accounts on no scam list to which it sent nothing but dust. */
  dusted: number
  /** Of these, accounts that had paid another account which looks like it, services left out. */
  lookAlikes: number
}

/** A current entry of the scam list about the wallet itself. */
export interface ListingFacts {
  source: string
  /** 0–1 */
  confidence: number
}

/** Logged-in wallets that say the same, each once. */
export interface WeightedWallets {
  wallets: number
  /** Σ of their own scores at that time, in 1/100 of a point: 10,000 is one wallet of score 100. */
  weight: number
}

/** What others say of the wallet, and what was decided by vote. What an upheld appeal cancelled is left out. */
export interface CommunityFacts {
  /** Distinct visitors that reported it without logging in. */
  visitorReports: number
  /** Reports and vouches of wallets that were NORMAL, and that were TRUSTED, when they spoke; of others none counts. */
  reports: WeightedWallets
  trustedReports: WeightedWallets
  vouches: WeightedWallets
  trustedVouches: WeightedWallets
  /** Cases in which a freeze was decided, an appeal denied, an appeal upheld. */
  freezes: number
  appealsDenied: number
  appealsUpheld: number
}

/** Everything the score of one wallet rests on. Inputs end at the wallet's last event. */
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
  /** null when no list is loaded: absence of contact then means nothing. */
  contacts: ContactsFacts | null
  listing: ListingFacts | null
  /** null when no reports are collected. */
  community: CommunityFacts | null
  /** Inflows below 1/100,000 of the balance that they made, or below 0.001 FLOW: counted, never judged. */
  dustIn: number
  /** null when it was not looked for. */
  poisoning: PoisoningFacts | null
  /** Covered share of the blocks since the account exists, 0–1 in units of 1/10,000. */
  completeness: number
}
