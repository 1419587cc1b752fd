import * as Type from 'typebox'
import { TimeSchema } from '../fields.ts'
import { ACCOUNT_SUMMARY_FIELDS } from './account-summary.ts'
import { AmountSchema, TokenSchema } from './transfer.ts'

const SumSchema = Type.Object({ token: TokenSchema, amount: AmountSchema })

/** An account with which another one exchanged transfers. */
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

/** An entry of `data` of `GET /v1/accounts/{address}/counterparties`. */
export type Counterparty = Type.Static<typeof CounterpartySchema>

/** Default number of counterparties per page. */
export const COUNTERPARTIES_LIMIT_DEFAULT = 20

/** Counterparties of an account that are compared; beyond them it is a service. */
export const MAX_RANKED_COUNTERPARTIES = 5_000
