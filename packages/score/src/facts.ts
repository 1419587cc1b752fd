import { mapAccountEventFacts } from '@app/values/account-event.ts'
import { toAddress, ZERO_ADDRESS } from '@app/values/address.ts'
import { OWN_PLACES } from '@app/values/own-place.ts'
import * as Type from 'typebox'

// `description` completes the sentence "… should be <description>, but is …" of `parseInputs`,
// `default` is the value in the facts of an account without events.

/** A non-negative safe integer. */
const CountSchema = Type.Integer({
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'a whole number from 0 on',
  default: 0,
})

/** A number from 0 to 1. */
const ShareSchema = Type.Number({
  minimum: 0,
  maximum: 1,
  description: 'a number from 0 to 1',
})

const TextSchema = Type.String({ description: 'a text' })

const FlagSchema = Type.Boolean({ description: 'true or false' })

/** 64 hex digits in lower case. */
const HashSchema = Type.String({ pattern: '^[0-9a-f]{64}$', description: '64 hex digits' })

/** An address in lower case. */
const AddressSchema = Type.Codec(
  Type.String({
    pattern: '^0x[0-9a-f]{16}$',
    description: 'an address in lower case',
    default: ZERO_ADDRESS,
  }),
)
  .Decode(toAddress)
  .Encode((address): string => address)

/** A bigint amount, which canonical JSON holds as decimal text without leading zeros. */
const UnitsSchema = Type.Codec(
  Type.String({
    pattern: '^(0|[1-9][0-9]*)$',
    description: 'an amount as decimal text',
    default: '0',
  }),
)
  .Decode(BigInt)
  .Encode(String)

/** A positive amount. */
const UnseenUnitsSchema = Type.Codec(
  Type.String({ pattern: '^[1-9][0-9]*$', description: 'a positive amount as decimal text' }),
)
  .Decode(BigInt)
  .Encode(String)

/** An object with exactly these fields. */
function buildExactObject<T extends Type.TProperties>(fields: T) {
  return Type.Object(fields, { additionalProperties: false, description: 'an object' })
}

/** An array, empty by default. */
function buildList<T extends Type.TSchema>(item: T) {
  return Type.Array(item, { description: 'a list', default: [] })
}

/** The schema or null, which is the default unless `empty` is given. */
function buildNullable<T extends Type.TSchema>(schema: T, empty: number | string | null = null) {
  return Type.Union([schema, Type.Null()], { default: empty })
}

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
export type TokenFacts = Type.StaticDecode<typeof TokenFactsSchema>
export const TokenFactsSchema = buildExactObject({
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

/** Receipts in one token of which the way is not followed further: too long in the EVM, or in no event. */
const UnfollowedSchema = buildExactObject({ token: TextSchema, unitsIn: UnitsSchema })

/** Contact with listed wallets, and the lists that were checked. */
const ContactsSchema = buildExactObject({
  /** Accounts on the scam list. */
  listedCount: CountSchema,
  /**
   * `computeListHash` of the lists, which binds them to the score; absent where the complete lists
   * are not available.
   */
  listHash: Type.Optional(HashSchema),
  entries: buildList(ContactSchema),
  /** Absent without any. */
  unfollowed: Type.Optional(Type.Array(UnfollowedSchema, { minItems: 1, description: 'a list' })),
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

/** What the wallet put into a place of its own, and took out of it, in one token: no activity of it. */
export type PlaceFacts = Type.StaticDecode<typeof PlaceSchema>
const PlaceSchema = buildExactObject({
  place: Type.Enum([...OWN_PLACES], { description: OWN_PLACES.join(', ') }),
  token: TextSchema,
  put: UnitsSchema,
  /** Of a child account, this is income: others can have paid it. */
  taken: UnitsSchema,
})

/** Signs that others act for the wallet, or stand between it and its partners. */
export type CustodyFacts = Type.StaticDecode<typeof CustodySchema>
const CustodySchema = buildExactObject({
  /** Transactions that it authorized, if it never proposed one: from 5 on, at most 20; otherwise 0. */
  operated: CountSchema,
  /** If it has one or two partners: how many of these deal with 100 or more accounts; otherwise 0. */
  hubs: CountSchema,
})

/** Facts from chain data alone. */
const CHAIN = {
  address: AddressSchema,
  /** Unix seconds of the block of the wallet's last event, 0 when there is none. */
  asOfSeconds: CountSchema,
  age: buildNullable(AgeSchema),
  activity: ActivitySchema,
  /** At most the 20 busiest tokens, busiest first. */
  tokens: buildList(TokenFactsSchema),
  nfts: buildNullable(ActivitySchema),
  /**
   * Money that the wallet put away and that is its own still, by place and token; absent where it has none. What it
   * took out beyond what it put in is income.
   */
  places: Type.Optional(Type.Array(PlaceSchema, { minItems: 1, description: 'a list' })),
  /** Absent where nothing shows that others act for it. */
  custody: Type.Optional(CustodySchema),
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
  /**
   * FLOW that its accounts in the EVM got or paid beyond what events show, in which contracts there pay
   * nothing; absent without any.
   */
  unseen: Type.Optional(UnseenUnitsSchema),
  /**
   * Covered share of the blocks since the account exists, times the share of its FLOW that is not `unseen`, 0–1 in
   * units of 1/10,000.
   */
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
