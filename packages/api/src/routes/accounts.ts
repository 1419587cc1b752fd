import * as Type from 'typebox'
import { EVM_EXAMPLES } from '../openapi/written-examples.ts'
import {
  COUNTERPARTIES_LIMIT_DEFAULT,
  CounterpartySchema,
  HoldingsSchema,
  MAX_RANKED_COUNTERPARTIES,
  PathsSchema,
  TRANSFERS_LIMIT_DEFAULT,
  TransferSchema,
} from '../schemas/account.ts'
import { EvmPartySchema } from '../schemas/evm-party.ts'
import {
  AddressInputSchema,
  buildLimitSchema,
  EvmAddressInputSchema,
  PartyCursorSchema,
  PartyInputSchema,
  TransferCursorSchema,
} from '../schemas/fields.ts'
import { READ_FAILURES } from './failures.ts'
import { defineRoutes } from './route.ts'

const AddressParams = Type.Object({ address: AddressInputSchema })
const PartyParams = Type.Object({ address: PartyInputSchema })
const OWNED = 'An address in the EVM that belongs to an account stands for that account.'

/** In the order of the reference. */
export const ACCOUNT_ROUTES = defineRoutes(
  { tag: 'Accounts' },
  {
    listPaths: {
      method: 'GET',
      url: '/v1/accounts/:address/paths',
      summary: 'List the shortest paths of transfers from an account to listed ones',
      description: `With \`to\`, the shortest paths to that account instead. Paths do not lead through services, unless no other path to \`to\` exists. ${OWNED}`,
      params: PartyParams,
      query: Type.Object({ to: Type.Optional(PartyInputSchema) }),
      data: PathsSchema,
      failures: READ_FAILURES,
    },
    listCounterparties: {
      method: 'GET',
      url: '/v1/accounts/:address/counterparties',
      summary: 'List the accounts with which an account exchanged transfers',
      description: `Listed ones first, then those with most transfers; dust does not count. Of an account with more than ${MAX_RANKED_COUNTERPARTIES.toLocaleString('en')} of them, the same ${MAX_RANKED_COUNTERPARTIES.toLocaleString('en')}, and every listed one. ${OWNED}`,
      params: PartyParams,
      query: Type.Object({
        limit: Type.Optional(buildLimitSchema(COUNTERPARTIES_LIMIT_DEFAULT, 100)),
        cursor: Type.Optional(PartyCursorSchema),
      }),
      data: Type.Array(CounterpartySchema),
      failures: READ_FAILURES,
    },
    listTransfers: {
      method: 'GET',
      url: '/v1/accounts/:address/transfers',
      summary: 'List the transfers of an account, newest first',
      description: `Tokens and NFTs, without dust and fees. \`counterparty\` selects those with one account, or with one address in the EVM; \`kind\` selects, instead of all others, what contracts say that are on no list. ${OWNED}`,
      params: PartyParams,
      query: Type.Object({
        counterparty: Type.Optional(PartyInputSchema),
        kind: Type.Optional(Type.Enum(['unverified'], { type: 'string' })),
        limit: Type.Optional(buildLimitSchema(TRANSFERS_LIMIT_DEFAULT, 200)),
        cursor: Type.Optional(TransferCursorSchema),
      }),
      data: Type.Array(TransferSchema),
      failures: READ_FAILURES,
    },
    getHoldings: {
      method: 'GET',
      url: '/v1/accounts/:address/holdings',
      summary: 'Get the tokens and NFTs of an account',
      description:
        'The balance of FLOW is read from the node, and absent while it does not answer.',
      params: AddressParams,
      data: HoldingsSchema,
      failures: READ_FAILURES,
    },
    getEvmParty: {
      method: 'GET',
      url: '/v1/evm/:address',
      summary: 'Get whose an address in the EVM is, or what is known of it',
      description:
        'An address in the EVM has no score. One of Cadence (0x0000…0002 and 16 digits) belongs to the account that alone acts with it: ask for the score of that one.',
      params: Type.Object({ address: EvmAddressInputSchema }),
      data: EvmPartySchema,
      dataExample: EVM_EXAMPLES.party,
      failures: READ_FAILURES,
    },
  },
)

export const { listPaths, listCounterparties, listTransfers, getHoldings, getEvmParty } =
  ACCOUNT_ROUTES
