import { MAX_COA_HOLDERS } from '@app/values/limits.ts'
import * as Type from 'typebox'
import { AmountSchema, MAX_RANKED_COUNTERPARTIES, TokenSchema } from './account.ts'
import { AddressSchema, EvmAddressSchema, Nullable, TimeSchema } from './fields.ts'

const EVM_PARTY_KINDS = [
  /** Of Cadence, and one account alone acts with it: what it does is that account's. */
  'owned',
  /** Of Cadence, and several accounts acted with it, or one whose contracts decide. */
  'shared',
  /** Of Cadence; nobody is known who acted with it. */
  'unclaimed',
  /** Somebody has its key, or it is a contract. */
  'address',
  /** Nobody's: no address, or code and fees of the chain itself. */
  'chain',
] as const

const Count = Type.Integer({ minimum: 0 })

export const EvmPartySchema = Type.Object(
  {
    address: EvmAddressSchema,
    summary: Type.String({
      description: 'Whose it is, or what is known of it, without a full stop',
      examples: ['Belongs to 0x179b6b1cb6755e31'],
    }),
    kind: Type.Enum([...EVM_PARTY_KINDS], {
      type: 'string',
      description:
        'owned: by one account, whose transfers its transfers are. shared: several accounts acted with it, or one whose contracts decide. unclaimed: of Cadence, with nobody known who acted with it. address: of a key or a contract. chain: nobody, or the chain itself',
    }),
    owner: Nullable(AddressSchema, { description: 'The account that it belongs to' }),
    holders: Type.Array(AddressSchema, {
      maxItems: MAX_COA_HOLDERS,
      description: `Who acted with a shared one, the latest first, at most ${MAX_COA_HOLDERS}`,
    }),
    counterparties: Type.Integer({
      minimum: 0,
      description: `Of its own, and so 0 for one that belongs to an account; ${MAX_RANKED_COUNTERPARTIES} where they are more`,
    }),
    tokens: Type.Array(
      Type.Object({
        token: TokenSchema,
        received: AmountSchema,
        sent: AmountSchema,
        transfersIn: Count,
        transfersOut: Count,
        lastTime: Type.Optional(TimeSchema),
      }),
      { description: 'What passed through it, the most used token first, at most 50' },
    ),
    unseen: Type.Optional(
      Type.String({
        description:
          'FLOW that it had or paid beyond what it was seen to receive: contracts in the EVM pay without an event; absent without any',
        examples: ['12.5'],
      }),
    ),
    labels: Type.Array(
      Type.Object({
        kind: Type.Enum(['scam', 'service'], { type: 'string' }),
        source: Type.String({ description: 'The list' }),
        reason: Type.String(),
      }),
      { description: 'Current entries of lists' },
    ),
    hop: Nullable(Type.Integer({ minimum: 0, maximum: 2 }), {
      description:
        'Distance from a listed address in accounts: 0 for one that is listed, or got nine tenths of its money from there; of one that belongs to an account, the distance of that; null: none is known',
    }),
    steps: Type.Integer({
      minimum: 0,
      description: 'Addresses of the EVM beside that distance',
    }),
    isFollowed: Type.Boolean({
      description: `false: its money comes from further away than is followed, so that a hop of null is no clean bill`,
    }),
  },
  { title: 'EvmParty' },
)

export type EvmParty = Type.Static<typeof EvmPartySchema>
