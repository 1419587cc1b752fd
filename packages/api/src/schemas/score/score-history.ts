import * as Type from 'typebox'
import { AddressSchema, RiskLevelSchema, TimeSchema } from '../fields.ts'
import { BreakdownSchema, EvidenceHashSchema } from './score-fields.ts'
import { ReasonSchema } from './score-result.ts'

/** One past score of a wallet; a new one is stored only when the evidence changed. */
export const ScoreHistoryEntrySchema = Type.Object(
  {
    score: Type.Number({ minimum: 0, maximum: 100 }),
    riskLevel: RiskLevelSchema,
    previousLevel: Type.Optional(RiskLevelSchema),
    confidence: Type.Number({ minimum: 0, maximum: 1 }),
    dataPoints: Type.Integer(),
    breakdown: BreakdownSchema,
    version: Type.String(),
    evidenceHash: EvidenceHashSchema,
    computedAt: TimeSchema,
  },
  { title: 'ScoreHistoryEntry' },
)

export type ScoreHistoryEntry = Type.Static<typeof ScoreHistoryEntrySchema>

/** Default number of records listed for each reason. */
export const EVIDENCE_LIMIT_DEFAULT = 20

/** The reasons of the latest score, each with up to `limit` of the records that prove it. */
export const ScoreEvidenceSchema = Type.Object(
  {
    address: AddressSchema,
    evidenceHash: EvidenceHashSchema,
    reasons: Type.Array(ReasonSchema),
  },
  { title: 'ScoreEvidence' },
)

export type ScoreEvidence = Type.Static<typeof ScoreEvidenceSchema>
