import * as Type from 'typebox'
import { TimeSchema } from '../fields.ts'
import { AmountSchema, TokenSchema } from './transfer.ts'

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
    nftsReadAtHeight: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Height at which its storage was read; null: not yet',
    }),
  },
  { title: 'Holdings' },
)

/** `data` of `GET /v1/accounts/{address}/holdings`. */
export type Holdings = Type.Static<typeof HoldingsSchema>
