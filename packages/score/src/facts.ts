import { mapAccountEventFacts } from '@app/values/account-event.ts'
import * as Type from 'typebox'
import {
  AddressSchema,
  buildExactObject,
  buildList,
  buildNullable,
  CountSchema,
  FlagSchema,
  HashSchema,
  ShareSchema,
  TextSchema,
  UnitsSchema,
} from './fact-schemas.ts'

/** The pseudo-token under which activity of all fungible tokens together is counted (counts only, amounts are 0). */
export const ALL_TOKENS = '*'

/** The pseudo-token under which NFT transfers are counted, one unit each. */
export const NFTS = '#nft'

/** Counts that some sources of facts do not have; 0 for an account without events. */
const KnownCountSchema = buildNullable(CountSchema, 0)
const KnownUnitsSchema = buildNullable(UnitsSchema, '0')

const ACTIVITY = {
  transfersIn: CountSchema,
  transfersOut: CountSchema,
  /** Distinct counterparties that sent, that received, and that did both. */
  senders: CountSchema,
  recipients: CountSchema,
  mutual: KnownCountSchema,
  /** Counterparties with two or more transfers in that direction. */
  repeatSenders: KnownCountSchema,
  repeatRecipients: KnownCountSchema,
  /** Unix seconds of the first and last transfer; their difference is the span. */
  firstSeconds: CountSchema,
  lastSeconds: CountSchema,
  /** UTC days (and hours) with at least one transfer; days with one in, one out, both. */
  activeDays: KnownCountSchema,
  activeHours: KnownCountSchema,
  daysIn: KnownCountSchema,
  daysOut: KnownCountSchema,
  daysBoth: KnownCountSchema,
  /** Transfers of the busiest UTC day. */
  busiestDay: KnownCountSchema,
}

/**
 * Counts of one wallet over one token or over all. Every field is a sum or a function of day and
 * hour buckets, so the order of transfers does not matter.
 */
export type ActivityFacts = Type.StaticDecode<typeof ActivitySchema>
export const ActivitySchema = buildExactObject(ACTIVITY)

/** Activity of one wallet in one token. Amounts are bigint units of the token's own last decimal. */
export type TokenFacts = Type.StaticDecode<typeof TokenSchema>
export const TokenSchema = buildExactObject({
  ...ACTIVITY,
  token: TextSchema,
  received: UnitsSchema,
  sent: UnitsSchema,
  largestReceived: UnitsSchema,
  largestSent: UnitsSchema,
  /**
   * Σ over UTC hours (days) of min(received, sent) in that bucket: money that left in the bucket in
   * which it arrived.
   */
  sweptSameHour: KnownUnitsSchema,
  sweptSameDay: KnownUnitsSchema,
  /**
   * Σ amount × Unix seconds of received (sent) transfers: the difference of the two means is the
   * holding time.
   */
  receivedMoment: KnownUnitsSchema,
  sentMoment: KnownUnitsSchema,
})

/** Contact with wallets `hop` steps from a listed one, in one token. */
export type ContactFacts = Type.StaticDecode<typeof ContactSchema>
const ContactSchema = buildExactObject({
  hop: Type.Enum([0, 1, 2], { description: '0, 1 or 2' }),
  token: TextSchema,
  counterparties: CountSchema,
  transfersIn: CountSchema,
  unitsIn: UnitsSchema,
  /** Sent voluntarily. */
  transfersOut: CountSchema,
  unitsOut: UnitsSchema,
  /**
   * Stolen from the wallet: it did not propose the transaction, or one transaction emptied it. What
   * a listed account stole is counted only here, not as activity of the wallet.
   */
  transfersSwept: CountSchema,
  unitsSwept: UnitsSchema,
})

/** Contact with listed wallets, and the lists that were checked. */
export type ContactsFacts = Type.StaticDecode<typeof ContactsSchema>
const ContactsSchema = buildExactObject({
  /** Accounts on the scam list. */
  listedCount: CountSchema,
  /**
   * `computeListHash` of the lists, which binds them to the score; absent where the complete lists
   * are not available.
   */
  listHash: Type.Optional(HashSchema),
  entries: buildList(ContactSchema),
})

/** One NFT collection that the wallet holds. */
export type HoldingFacts = Type.StaticDecode<typeof HoldingSchema>
const HoldingSchema = buildExactObject({
  /** Type identifier of the collection, such as A.<address>.<Contract>.Collection. */
  collection: TextSchema,
  count: CountSchema,
  /** The contract is deployed on the wallet's own account, so it can mint any number. */
  isSelfMinted: FlagSchema,
  /** Unix seconds of the first indexed deposit, null when it is outside the indexed range. */
  firstDepositSeconds: buildNullable(CountSchema),
})

export type AgeFacts = Type.StaticDecode<typeof AgeSchema>
const AgeSchema = buildExactObject({
  /** Position in the order of creation (1 is the first account), from the linear code of the address. */
  creationIndex: CountSchema,
  /** Highest creation index known on the network, 0 when unknown. */
  accountCount: CountSchema,
  /** Unix seconds of AccountCreated where it was indexed. */
  createdSeconds: buildNullable(CountSchema),
})

/**
 * Actions of the account itself: roles in transactions, and the counts of its account events. A
 * sponsor (payer without another role) is not penalized.
 */
export type AccountFacts = Type.StaticDecode<typeof AccountSchema>
export const AccountSchema = buildExactObject({
  proposed: CountSchema,
  /** Transactions of other accounts that it paid for. */
  sponsored: CountSchema,
  ...mapAccountEventFacts(() => CountSchema),
})

/** Receivers of dust that the wallet sent; at most the first 500 of them are checked. */
export type PoisoningFacts = Type.StaticDecode<typeof PoisoningSchema>
const PoisoningSchema = buildExactObject({
  /** Accounts, not on a scam list, to which it sent only dust. */
  dusted: CountSchema,
  /** Of these, accounts that had paid another account with a similar address, except services. */
  lookAlikes: CountSchema,
})

/** A current entry of the scam list about the wallet itself. */
export type ListingFacts = Type.StaticDecode<typeof ListingSchema>
const ListingSchema = buildExactObject({ source: TextSchema, confidence: ShareSchema })

/** Number and total weight of logged-in wallets with the same statement, each counted once. */
export type WalletCountAndWeight = Type.StaticDecode<typeof WeightedWalletsSchema>
const WeightedWalletsSchema = buildExactObject({
  wallets: CountSchema,
  /** Σ of their own scores at that time, in 1/100 of a point: 10,000 is one wallet of score 100. */
  weight: CountSchema,
})

/**
 * Reports and vouches about the wallet and decisions by vote, without those that an upheld appeal
 * cancelled.
 */
export type CommunityFacts = Type.StaticDecode<typeof CommunitySchema>
const CommunitySchema = buildExactObject({
  /** Distinct visitors that reported it without logging in. */
  visitorReports: CountSchema,
  /**
   * Reports and vouches of wallets that were NORMAL, and that were TRUSTED, at that time; others do
   * not count.
   */
  reports: WeightedWalletsSchema,
  trustedReports: WeightedWalletsSchema,
  vouches: WeightedWalletsSchema,
  trustedVouches: WeightedWalletsSchema,
  /** Cases in which a freeze was decided, an appeal denied, an appeal upheld. */
  freezes: CountSchema,
  appealsDenied: CountSchema,
  appealsUpheld: CountSchema,
})

/** Facts from chain data alone. */
const CHAIN = {
  address: AddressSchema,
  /** Unix seconds of the block of the wallet's last event, 0 when there is none. */
  asOfSeconds: CountSchema,
  age: buildNullable(AgeSchema),
  activity: ActivitySchema,
  /** At most the 20 busiest tokens, busiest first. */
  tokens: buildList(TokenSchema),
  nfts: buildNullable(ActivitySchema),
  /** null when holdings could not be read. */
  holdings: buildNullable(buildList(HoldingSchema)),
  account: buildNullable(AccountSchema),
  /**
   * Receipts below 1/100,000 of the resulting balance, or below 0.001 FLOW: counted, but not
   * scored.
   */
  dustIn: CountSchema,
  /** null when it was not checked. */
  poisoning: buildNullable(PoisoningSchema),
  /** Covered share of the blocks since the account exists, 0–1 in units of 1/10,000. */
  completeness: CountSchema,
}

/** Facts that depend on labels and reports. */
const OFFCHAIN = {
  /** null when no list is loaded: absence of contact is then no evidence. */
  contacts: buildNullable(ContactsSchema),
  listing: buildNullable(ListingSchema),
  /** null when no reports are collected. */
  community: buildNullable(CommunitySchema),
}

/** All inputs of the score of one wallet, up to its last event. */
export type Facts = Type.StaticDecode<typeof FactsSchema>
export const FactsSchema = buildExactObject({ ...CHAIN, ...OFFCHAIN })

/** The facts in the two parts that the evidence hash is computed over. */
export const InputsSchema = buildExactObject({
  chain: buildExactObject(CHAIN),
  offchain: buildExactObject(OFFCHAIN),
})
