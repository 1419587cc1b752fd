import * as Type from 'typebox'
import { AddressInputSchema } from '../schemas/fields.ts'
import { ProtectionSchema } from '../schemas/governance/protection.ts'
import { defineRoute } from './route.ts'

export const getProtection = defineRoute({
  operationId: 'getProtection',
  method: 'GET',
  url: '/v1/protection/:address',
  tag: 'Governance',
  summary: 'Get accusation, flag, freeze and appeals of a wallet',
  params: Type.Object({ address: AddressInputSchema }),
  data: ProtectionSchema,
  failures: ['database_unreachable', 'too_slow'],
})

/** In the order of the reference. */
export const PROTECTION_ROUTES = [getProtection] as const
