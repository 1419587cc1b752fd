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

const OrdinaryRangeSchema = Type.Object(
  {
    input: Type.String({
      description: 'Name of the input, as in inputs of the signals of /v1/catalogue',
      examples: ['sweptDayShare'],
    }),
    unit: Type.Enum(['share', 'count', 'ratio', 'days', 'hours'], { type: 'string' }),
    value: Type.Number({ description: 'Of this wallet' }),
    lowerQuartile: Type.Number(),
    median: Type.Number(),
    upperQuartile: Type.Number(),
    wallets: Type.Integer({ minimum: 1, description: 'Ordinary wallets that have a value' }),
    text: Type.String({
      description:
        'In plain words: the range from the lower to the upper quartile, and this wallet',
      examples: [
        'Share of what came in that left within the day: ordinary wallets 0 % to 3 %, this one 99 %',
      ],
    }),
  },
  {
    title: 'OrdinaryRange',
    description:
      'What labelled ordinary wallets (of Ethereum) show in an input that the reason names; absent where none of them has it',
  },
)

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
  ordinary: Type.Optional(OrdinaryRangeSchema),
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
