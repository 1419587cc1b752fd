import * as Type from 'typebox'
import {
  COUNTERPARTIES_LIMIT_DEFAULT,
  CounterpartySchema,
  MAX_RANKED_COUNTERPARTIES,
} from '../schemas/account/counterparty.ts'
import { HoldingsSchema } from '../schemas/account/holdings.ts'
import { PathsSchema } from '../schemas/account/paths.ts'
import { TRANSFERS_LIMIT_DEFAULT, TransferSchema } from '../schemas/account/transfer.ts'
import {
  AddressInputSchema,
  buildLimitSchema,
  CursorSchema,
  TransferCursorSchema,
} from '../schemas/fields.ts'
import { READ_FAILURES } from './failures/read-failures.ts'
import { defineRoute } from './route.ts'

const AddressParams = Type.Object({ address: AddressInputSchema })

export const listPaths = defineRoute({
  operationId: 'listPaths',
  method: 'GET',
  url: '/v1/accounts/:address/paths',
  tag: 'Accounts',
  summary: 'List the shortest paths of transfers from an account to listed ones',
  description:
    'With `to`, the shortest paths to that account instead. Paths do not lead through services, unless no other path to `to` exists.',
  params: AddressParams,
  query: Type.Object({ to: Type.Optional(AddressInputSchema) }),
  data: PathsSchema,
  failures: READ_FAILURES,
})

export const listCounterparties = defineRoute({
  operationId: 'listCounterparties',
  method: 'GET',
  url: '/v1/accounts/:address/counterparties',
  tag: 'Accounts',
  summary: 'List the accounts with which an account exchanged transfers',
  description: `Listed ones first, then those with most transfers; dust does not count. Of an account with more than ${MAX_RANKED_COUNTERPARTIES.toLocaleString('en')} of them, the same ${MAX_RANKED_COUNTERPARTIES.toLocaleString('en')}, and every listed one.`,
  params: AddressParams,
  query: Type.Object({
    limit: Type.Optional(buildLimitSchema(COUNTERPARTIES_LIMIT_DEFAULT, 100)),
    cursor: Type.Optional(CursorSchema),
  }),
  data: Type.Array(CounterpartySchema),
  failures: READ_FAILURES,
})

export const listTransfers = defineRoute({
  operationId: 'listTransfers',
  method: 'GET',
  url: '/v1/accounts/:address/transfers',
  tag: 'Accounts',
  summary: 'List the transfers of an account, newest first',
  description:
    'Tokens and NFTs, without dust and fees. `counterparty` selects those with one account.',
  params: AddressParams,
  query: Type.Object({
    counterparty: Type.Optional(AddressInputSchema),
    limit: Type.Optional(buildLimitSchema(TRANSFERS_LIMIT_DEFAULT, 200)),
    cursor: Type.Optional(TransferCursorSchema),
  }),
  data: Type.Array(TransferSchema),
  failures: READ_FAILURES,
})

export const getHoldings = defineRoute({
  operationId: 'getHoldings',
  method: 'GET',
  url: '/v1/accounts/:address/holdings',
  tag: 'Accounts',
  summary: 'Get the tokens and NFTs of an account',
  description: 'The balance of FLOW is read from the node, and absent while it does not answer.',
  params: AddressParams,
  data: HoldingsSchema,
  failures: READ_FAILURES,
})

/** In the order of the reference. */
export const ACCOUNT_ROUTES = [listPaths, listCounterparties, listTransfers, getHoldings] as const
