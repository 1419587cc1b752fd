import { FLAG_REASON_MIN, HISTORY_LIMIT_DEFAULT } from '@app/values/limits.ts'
import * as Type from 'typebox'
import { ActionSchema, FlagSchema } from '../schemas/action.ts'
import {
  AddressInputSchema,
  buildLimitSchema,
  buildReasonSchema,
  CursorSchema,
} from '../schemas/fields.ts'
import { defineRoute } from './route.ts'

export const listActions = defineRoute({
  operationId: 'listActions',
  method: 'GET',
  url: '/v1/actions',
  tag: 'Actions',
  summary: 'List actions on the chain, newest first',
  query: Type.Object({
    limit: Type.Optional(buildLimitSchema(HISTORY_LIMIT_DEFAULT, 500)),
    address: Type.Optional(AddressInputSchema),
    cursor: Type.Optional(CursorSchema),
  }),
  data: Type.Array(ActionSchema),
  failures: ['database_unreachable', 'too_slow'],
})

export const flagWallet = defineRoute({
  operationId: 'flagWallet',
  method: 'POST',
  url: '/v1/actions/flag-wallet',
  tag: 'Actions',
  summary: 'Flag a wallet as suspicious',
  body: Type.Object({
    targetAddress: AddressInputSchema,
    reason: buildReasonSchema(FLAG_REASON_MIN),
  }),
  bodyExample: {
    targetAddress: '0x179b6b1cb6755e31',
    reason: 'Emptied my wallet an hour after I signed in',
  },
  data: FlagSchema,
  notImplementedMessage: 'Flagging wallets is not available yet.',
})

/** In the order of the reference. */
export const ACTION_ROUTES = [listActions, flagWallet] as const
