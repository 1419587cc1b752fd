import * as Type from 'typebox'
import { AddressSchema, RiskLevelSchema, TimeSchema, TxIdSchema } from '../fields.ts'
import { BreakdownSchema, EvidenceHashSchema } from './score-fields.ts'

/** The score of a wallet as published on the chain. */
export const PublishedScoreSchema = Type.Object(
  {
    address: AddressSchema,
    score: Type.Number({ minimum: 0, maximum: 100 }),
    level: RiskLevelSchema,
    breakdown: BreakdownSchema,
    version: Type.String(),
    evidenceHash: EvidenceHashSchema,
    blockHeight: Type.Integer(),
    publishedAt: TimeSchema,
    /** Absent when another publisher sent it, and its block is not indexed. */
    txId: Type.Optional(TxIdSchema),
  },
  { title: 'PublishedScore' },
)

export type PublishedScore = Type.Static<typeof PublishedScoreSchema>
