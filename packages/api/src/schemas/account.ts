import { OWN_PLACES } from '@app/values/own-place.ts'
import * as Type from 'typebox'
import {
  AddressSchema,
  EVM_TRANSACTION_FIELDS,
  PartySchema,
  RiskLevelSchema,
  TimeSchema,
  TxIdSchema,
} from './fields.ts'

/** What is known of an account without computing anything. */
const ACCOUNT_SUMMARY_FIELDS = {
  address: PartySchema,
  score: Type.Union([Type.Number({ minimum: 0, maximum: 100 }), Type.Null()], {
    description:
      'The latest score; null for an account that was never scored, and for every address in the EVM',
  }),
  riskLevel: Type.Union([RiskLevelSchema, Type.Null()]),
  isListed: Type.Boolean({ description: 'It is on a scam list now' }),
  isService: Type.Boolean({
    description: 'An exchange, a bridge or the like: paths do not lead through it',
  }),
}

const AccountSummarySchema = Type.Object(ACCOUNT_SUMMARY_FIELDS, { title: 'AccountSummary' })

export type AccountSummary = Type.Static<typeof AccountSummarySchema>

const PartyOrNull = Type.Union([PartySchema, Type.Null()], {
  description: 'null where tokens come from a mint, or go to a burn or an unknown vault',
})

export const TokenSchema = Type.String({
  description: 'FLOW, or the name of the contract of the token or collection',
  examples: ['FLOW'],
})

export const AmountSchema = Type.String({
  description: 'Decimal text; of NFTs their number',
  examples: ['12.5'],
})

const OwnPlaceSchema = Type.Enum([...OWN_PLACES], {
  type: 'string',
  title: 'OwnPlace',
  description: 'A stake, the guarded vault, a child account, or an account on the EVM side',
})

export const TransferSchema = Type.Object(
  {
    txId: TxIdSchema,
    height: Type.Integer(),
    time: TimeSchema,
    from: PartyOrNull,
    to: PartyOrNull,
    kind: Type.Enum(['token', 'nft', 'act', 'unverified'], {
      type: 'string',
      description:
        'act, in paths alone: it acted with the address in the EVM, whose money it could move, and paid it nothing. unverified, only where asked for: a contract in the EVM that is on no list says so, as it can of any two addresses; `token` is its address, `amount` is in its last decimal, and it counts for nothing',
    }),
    amount: AmountSchema,
    token: TokenSchema,
    place: Type.Optional(
      Type.Enum([...OWN_PLACES], {
        type: 'string',
        description: 'The own place of the account that it went into, or came out of',
      }),
    ),
    ...EVM_TRANSACTION_FIELDS,
  },
  { title: 'Transfer' },
)

export type AccountTransfer = Type.Static<typeof TransferSchema>

export const TRANSFERS_LIMIT_DEFAULT = 50

const SumSchema = Type.Object({ token: TokenSchema, amount: AmountSchema }, { title: 'TokenSum' })

export const CounterpartySchema = Type.Object(
  {
    ...ACCOUNT_SUMMARY_FIELDS,
    sentCount: Type.Integer({ description: 'Transfers to the counterparty' }),
    receivedCount: Type.Integer({ description: 'Transfers from the counterparty' }),
    sent: Type.Array(SumSchema, { description: 'Per token; NFT for all NFTs together' }),
    received: Type.Array(SumSchema),
    firstTime: TimeSchema,
    lastTime: TimeSchema,
  },
  { title: 'Counterparty' },
)

export type Counterparty = Type.Static<typeof CounterpartySchema>

export const COUNTERPARTIES_LIMIT_DEFAULT = 20

/** Counterparties of an account that are compared; beyond them it is a service. */
export const MAX_RANKED_COUNTERPARTIES = 5_000

/** What an account holds, and what passed through it, from indexed data. */
export const HoldingsSchema = Type.Object(
  {
    tokens: Type.Array(
      Type.Object({
        token: TokenSchema,
        amount: Type.Optional(
          Type.String({ description: 'What it holds now; absent where no node answers it' }),
        ),
        received: AmountSchema,
        sent: AmountSchema,
        transfers: Type.Integer(),
        lastTime: Type.Optional(TimeSchema),
      }),
      { description: 'The most used first, at most 50' },
    ),
    nfts: Type.Array(
      Type.Object({
        collection: TokenSchema,
        count: Type.Integer({ minimum: 1 }),
        since: Type.Optional(TimeSchema),
        isSelfMinted: Type.Boolean({ description: 'The account is the one with the contract' }),
      }),
      { description: 'The largest collection first, at most 100' },
    ),
    places: Type.Optional(
      Type.Array(
        Type.Object({
          place: OwnPlaceSchema,
          token: TokenSchema,
          amount: Type.String({
            description: 'What the account put there and did not take out again; without rewards',
          }),
        }),
        { description: 'Where it has put money away that is its own still; absent where nowhere' },
      ),
    ),
    nftsReadAtHeight: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Height at which its storage was read; null: not yet',
    }),
  },
  { title: 'Holdings' },
)

export type Holdings = Type.Static<typeof HoldingsSchema>

export const MAX_PATHS = 5
export const MAX_PATH_TRANSFERS = 3

/** Transfers that a path may have beside each of these, through addresses of the EVM, which cost nothing. */
export const MAX_EVM_STEPS = 8

const PATH_RELATIONS = [
  'robbed_by_listed',
  'funded_by_listed',
  'paid_listed',
  'funded_by',
  'paid',
] as const

export type PathRelation = (typeof PATH_RELATIONS)[number]

const PathSchema = Type.Object(
  {
    listed: Type.Optional(
      Type.Object(
        {
          address: PartySchema,
          source: Type.String({ description: 'The list' }),
          kind: Type.String({ examples: ['scam'] }),
        },
        { description: 'The listed account at the end; absent with the parameter `to`' },
      ),
    ),
    relation: Type.Enum([...PATH_RELATIONS], { type: 'string' }),
    transfers: Type.Array(TransferSchema, {
      description: `From the account on: each shares an account with the next; at most ${MAX_PATH_TRANSFERS}, each with at most ${MAX_EVM_STEPS} more through addresses of the EVM`,
    }),
  },
  { title: 'Path' },
)

export type Path = Type.Static<typeof PathSchema>

export const PathsSchema = Type.Object(
  {
    paths: Type.Array(PathSchema, { description: `The shortest first, at most ${MAX_PATHS}` }),
    accounts: Type.Array(AccountSummarySchema, { description: 'Every account of the paths' }),
    lists: Type.Optional(
      Type.Object(
        { isLoaded: Type.Boolean(), isListed: Type.Boolean() },
        {
          description:
            'Whether any scam list is loaded, without which nothing can be found, and whether one names the account itself; absent with the parameter `to`',
        },
      ),
    ),
  },
  { title: 'AccountPaths' },
)

export type Paths = Type.Static<typeof PathsSchema>

const Count = Type.Integer({ minimum: 0 })

export const WalletScoreSchema = Type.Object(
  {
    address: AddressSchema,
    score: Type.Number({ minimum: 0, maximum: 100 }),
    riskLevel: RiskLevelSchema,
    confidence: Type.Number({ minimum: 0, maximum: 1 }),
  },
  { title: 'WalletScore' },
)

export type WalletScore = Type.Static<typeof WalletScoreSchema>

export const WalletOverviewSchema = Type.Object(
  {
    scored: Type.Integer({
      minimum: 0,
      description:
        'Accounts with a score: those somebody asked about, and those with at least 8 transfers, which the agent judges by itself',
    }),
    accounts: Type.Integer({ minimum: 0, description: 'Accounts that the indexed blocks name' }),
    transfers: Type.Integer({
      minimum: 0,
      description: 'Indexed transfers of tokens that arrived at an account, without fees',
    }),
    levels: Type.Object(
      { TRUSTED: Count, NORMAL: Count, SUSPICIOUS: Count, HIGH_RISK: Count },
      { description: 'How many of the scored accounts have each level' },
    ),
    wallets: Type.Array(WalletScoreSchema, {
      maxItems: 400,
      description:
        'At most 300 scored accounts by a hash of their address, whatever they score, and at most 100 of those at high risk by the same hash: the same ones each time. All of them, where there are no more',
    }),
  },
  { title: 'WalletOverview' },
)

export type WalletOverview = Type.Static<typeof WalletOverviewSchema>
