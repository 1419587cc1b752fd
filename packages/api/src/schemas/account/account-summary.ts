import * as Type from 'typebox'
import { AddressSchema, RiskLevelSchema } from '../fields.ts'

/** What is known of an account without computing anything. */
export const ACCOUNT_SUMMARY_FIELDS = {
  address: AddressSchema,
  score: Type.Union([Type.Number({ minimum: 0, maximum: 100 }), Type.Null()], {
    description: 'The latest score; null for an account that was never scored',
  }),
  riskLevel: Type.Union([RiskLevelSchema, Type.Null()]),
  isListed: Type.Boolean({ description: 'It is on a scam list now' }),
  isService: Type.Boolean({
    description: 'An exchange, a bridge or the like: paths do not lead through it',
  }),
}

export const AccountSummarySchema = Type.Object(ACCOUNT_SUMMARY_FIELDS, { title: 'AccountSummary' })

export type AccountSummary = Type.Static<typeof AccountSummarySchema>
