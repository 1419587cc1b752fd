import * as Type from 'typebox'
import { AddressSchema } from '../fields.ts'
import { AccountSummarySchema } from './account-summary.ts'
import { TransferSchema } from './transfer.ts'

/** Maximum number of paths of an answer, and of transfers of one path. */
export const MAX_PATHS = 5
export const MAX_PATH_TRANSFERS = 3

/** How an account has to do with the end of a path: by its own first transfer of the path. */
export const PATH_RELATIONS = [
  'robbed_by_listed',
  'funded_by_listed',
  'paid_listed',
  'funded_by',
  'paid',
] as const

export type PathRelation = (typeof PATH_RELATIONS)[number]

export const PathSchema = Type.Object(
  {
    listed: Type.Optional(
      Type.Object(
        {
          address: AddressSchema,
          source: Type.String({ description: 'The list' }),
          kind: Type.String({ examples: ['scam'] }),
        },
        { description: 'The listed account at the end; absent with the parameter `to`' },
      ),
    ),
    relation: Type.Enum([...PATH_RELATIONS], { type: 'string' }),
    transfers: Type.Array(TransferSchema, {
      description: `From the account on: each shares an account with the next; at most ${MAX_PATH_TRANSFERS}`,
    }),
  },
  { title: 'Path' },
)

export type Path = Type.Static<typeof PathSchema>

/** `data` of `GET /v1/accounts/{address}/paths`. */
export const PathsSchema = Type.Object(
  {
    paths: Type.Array(PathSchema, { description: `The shortest first, at most ${MAX_PATHS}` }),
    accounts: Type.Array(AccountSummarySchema, { description: 'Every account of the paths' }),
  },
  { title: 'Paths' },
)

export type Paths = Type.Static<typeof PathsSchema>
