import { FACTORS } from '@app/values/factor.ts'
import { RISK_LEVELS } from '@app/values/risk-level.ts'
import Type, { type Static } from 'typebox'

/** One decimal in [0, 1] or one percentage for each of the six factors. */
const perFactor = (value: Type.TSchema) =>
  Type.Object({
    txFrequency: value,
    largeOutFlow: value,
    knownScamInteract: value,
    nftHoldings: value,
    onchainAge: value,
    communitySignals: value,
  })

export const EvidenceItemSchema = Type.Object({
  txId: Type.String(),
  height: Type.Integer(),
  counterparty: Type.Optional(Type.String()),
})

export const ReasonSchema = Type.Object({
  factor: Type.Union(FACTORS.map((factor) => Type.Literal(factor))),
  code: Type.String(),
  text: Type.String(),
  points: Type.Number({ description: 'Signed points of the 0–100 score' }),
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
  completeness: Type.Number({ minimum: 0, maximum: 1 }),
})

export const ScoreResultSchema = Type.Object({
  score: Type.Number({ minimum: 0, maximum: 100 }),
  address: Type.String(),
  version: Type.String(),
  metadata: Type.Object({
    riskLevel: Type.Union(RISK_LEVELS.map((level) => Type.Literal(level))),
    lastUpdated: Type.String({ format: 'date-time' }),
    confidence: Type.Number({ minimum: 0, maximum: 1 }),
    dataPoints: Type.Integer(),
    flags: Type.Array(Type.String()),
  }),
  breakdown: perFactor(Type.Number({ minimum: 0, maximum: 1 })),
  weights: perFactor(Type.Number({ minimum: 0, maximum: 1 })),
  reasons: Type.Array(ReasonSchema),
  improve: Type.Array(ImprovementSchema),
  coverage: CoverageSchema,
  evidenceHash: Type.String({ description: 'SHA-256 in hex over the canonical inputs' }),
  txId: Type.Optional(Type.String()),
})

/** What `GET /v1/score/{address}` answers in `data`. */
export type ScoreResult = Static<typeof ScoreResultSchema>
