import * as Type from 'typebox'
import { AddressSchema, TimeSchema, TxIdSchema } from '../fields.ts'

const AddressOrNull = Type.Union([AddressSchema, Type.Null()], {
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

/** A transfer of tokens, or of one NFT, between two accounts. */
export const TransferSchema = Type.Object(
  {
    txId: TxIdSchema,
    height: Type.Integer(),
    time: TimeSchema,
    from: AddressOrNull,
    to: AddressOrNull,
    kind: Type.Enum(['token', 'nft'], { type: 'string' }),
    amount: AmountSchema,
    token: TokenSchema,
  },
  { title: 'Transfer' },
)

/** An entry of `data` of `GET /v1/accounts/{address}/transfers`. */
export type Transfer = Type.Static<typeof TransferSchema>

/** Default number of transfers per page. */
export const TRANSFERS_LIMIT_DEFAULT = 50
