import { FACTORS, mapFactors } from '@app/values/factor.ts'
import * as Type from 'typebox'
import { AddressSchema, RiskLevelSchema, TimeSchema, TxIdSchema } from './fields.ts'

/** Builds the schema of an object with one value per factor. */
export const buildPerFactorSchema = <T extends Type.TSchema>(value: T) =>
  Type.Object(mapFactors(() => value))

const Share = Type.Number({ minimum: 0, maximum: 1 })

export const FactorSchema = Type.Enum([...FACTORS], { type: 'string' })

/** One factor value in [0, 1] for each factor: 1 is good, 0 is bad. */
export const BreakdownSchema = buildPerFactorSchema(Share)

export const EvidenceItemSchema = Type.Object({
  txId: TxIdSchema,
  height: Type.Integer(),
  counterparty: Type.Optional(AddressSchema),
})

export type EvidenceItem = Type.Static<typeof EvidenceItemSchema>

export const ReasonSchema = Type.Object({
  factor: FactorSchema,
  code: Type.String({
    description:
      'Reason of signals of /v1/catalogue; cut_off where the points of a factor exceed its weight',
    examples: ['passes_on'],
  }),
  text: Type.String(),
  points: Type.Number({
    description: 'Signed points of the 0–100 score; 0 for what is only reported',
  }),
  evidence: Type.Array(EvidenceItemSchema),
})

export const ImprovementSchema = Type.Object({
  code: Type.String(),
  text: Type.String(),
  points: Type.Number(),
})

export const CoverageSchema = Type.Object({
  fromHeight: Type.Integer(),
  toHeight: Type.Integer(),
  completeness: Share,
})

export const ScoreMetadataSchema = Type.Object({
  riskLevel: RiskLevelSchema,
  lastUpdated: TimeSchema,
  confidence: Share,
  dataPoints: Type.Integer({ description: 'Number of events and holdings used' }),
  flags: Type.Array(Type.String()),
})

export const EvidenceHashSchema = Type.String({
  description: 'SHA-256 in hex over the canonical inputs',
  examples: ['3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855e'],
})

export const ScoreResultSchema = Type.Object(
  {
    score: Type.Number({ minimum: 0, maximum: 100 }),
    address: AddressSchema,
    version: Type.String(),
    metadata: ScoreMetadataSchema,
    breakdown: BreakdownSchema,
    weights: buildPerFactorSchema(Share),
    reasons: Type.Array(ReasonSchema),
    improve: Type.Array(ImprovementSchema),
    coverage: CoverageSchema,
    evidenceHash: EvidenceHashSchema,
    txId: Type.Optional(TxIdSchema),
  },
  { title: 'ScoreResult' },
)

/** `data` of `GET /v1/score/{address}`. */
export type ScoreResult = Type.Static<typeof ScoreResultSchema>
