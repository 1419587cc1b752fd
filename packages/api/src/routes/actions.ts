import { FLAG_REASON, HISTORY_LIMIT_DEFAULT } from '@app/values/limits.ts'
import * as Type from 'typebox'
import { WRITTEN_EXAMPLES } from '../openapi/written-examples.ts'
import { ActionSchema, FlagSchema, RelayedSchema } from '../schemas/action.ts'
import {
  AddressInputSchema,
  buildLimitSchema,
  buildTextSchema,
  CLOSED,
  CursorSchema,
} from '../schemas/fields.ts'
import { WalletSignatureSchema } from '../schemas/proposal.ts'
import { RELAY_FAILURES } from './failures.ts'
import { defineRoutes } from './route.ts'

const FLAG_EXAMPLE = {
  targetAddress: '0x179b6b1cb6755e31',
  reason: 'Emptied my wallet an hour after I signed in',
}

/** Body of a signed message about one wallet. */
const SignedTargetBody = Type.Object(
  { targetAddress: AddressInputSchema, wallet: Type.Optional(WalletSignatureSchema) },
  CLOSED,
)

const SIGNED_TARGET = {
  method: 'POST',
  body: SignedTargetBody,
  bodyExample: { targetAddress: '0x179b6b1cb6755e31' },
  dataExample: WRITTEN_EXAMPLES.relayed,
  data: RelayedSchema,
  failures: [...RELAY_FAILURES, 'report_refused', 'publication_refused', 'wallet_required'],
  mayBeAccepted: true,
} as const

/** In the order of the reference. */
export const ACTION_ROUTES = defineRoutes(
  { tag: 'Actions' },
  {
    listActions: {
      method: 'GET',
      url: '/v1/actions',
      summary: 'List actions on the chain, newest first',
      query: Type.Object({
        limit: Type.Optional(buildLimitSchema(HISTORY_LIMIT_DEFAULT, 500)),
        address: Type.Optional(AddressInputSchema),
        cursor: Type.Optional(CursorSchema),
      }),
      data: Type.Array(ActionSchema),
      failures: ['database_unreachable', 'too_slow'],
    },
    flagWallet: {
      method: 'POST',
      url: '/v1/actions/flag-wallet',
      summary: 'Flag a wallet as suspicious',
      description:
        'With `wallet`, relays the report that the wallet signed; its weight is that of its published score. Without, records a report that stays off the chain: of the wallet of the session, with the weight of its own score, otherwise of the visitor, whose reason is stored and shown nowhere. Each has one report about a target; a repeated one returns the first.',
      body: Type.Object(
        {
          targetAddress: AddressInputSchema,
          reason: buildTextSchema(FLAG_REASON),
          wallet: Type.Optional(WalletSignatureSchema),
        },
        CLOSED,
      ),
      bodyExample: FLAG_EXAMPLE,
      dataExample: { ...WRITTEN_EXAMPLES.relayed, reason: FLAG_EXAMPLE.reason, weight: 0.82 },
      data: FlagSchema,
      failures: [...RELAY_FAILURES, 'report_refused', 'publication_refused', 'not_ready'],
      auth: 'optional_session',
      mayBeAccepted: true,
    },
    withdrawFlag: {
      url: '/v1/actions/withdraw-flag',
      summary: 'Withdraw a flag',
      description:
        'With `wallet`, relays the withdrawal that the wallet signed. Without, withdraws the report of the wallet of the session, otherwise that of the visitor.',
      auth: 'optional_session',
      ...SIGNED_TARGET,
    },
    vouchForWallet: {
      url: '/v1/actions/vouch',
      summary: 'Vouch for a wallet, signed by another',
      ...SIGNED_TARGET,
    },
    withdrawVouch: {
      url: '/v1/actions/withdraw-vouch',
      summary: 'Withdraw the vouch that a wallet signed',
      ...SIGNED_TARGET,
    },
  },
)

export const { listActions, flagWallet, withdrawFlag, vouchForWallet, withdrawVouch } =
  ACTION_ROUTES
