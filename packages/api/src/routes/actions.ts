import { FLAG_REASON_MIN } from '@app/values/limits.ts'
import * as Type from 'typebox'
import { ActionSchema, FlagSchema } from '../action.ts'
import { AddressInputSchema, reasonOf } from '../fields.ts'
import { defineRoute } from '../route.ts'

export const listActions = defineRoute({
  operationId: 'listActions',
  method: 'GET',
  url: '/v1/actions',
  tag: 'Actions',
  summary: 'List protective actions, newest first',
  data: Type.Array(ActionSchema),
  notYet: 'Protective actions are not available yet.',
})

export const flagWallet = defineRoute({
  operationId: 'flagWallet',
  method: 'POST',
  url: '/v1/actions/flag-wallet',
  tag: 'Actions',
  summary: 'Flag a wallet as suspicious',
  body: Type.Object({ targetAddress: AddressInputSchema, reason: reasonOf(FLAG_REASON_MIN) }),
  bodyExample: {
    targetAddress: '0x179b6b1cb6755e31',
    reason: 'Emptied my wallet an hour after I signed in',
  },
  data: FlagSchema,
  notYet: 'Flagging wallets is not available yet.',
})
