import { LITTLE_DATA } from '@app/values/little-data.ts'
import * as Type from 'typebox'
import { AddressSchema, RiskLevelSchema, TimeSchema, TxIdSchema } from '../fields.ts'
import { PublishedScoreSchema } from './published-score.ts'
import {
  BreakdownSchema,
  buildPerFactorSchema,
  EvidenceHashSchema,
  FactorSchema,
  ShareSchema,
} from './score-fields.ts'

export const EvidenceItemSchema = Type.Object({
  txId: TxIdSchema,
  height: Type.Integer(),
  counterparty: Type.Optional(AddressSchema),
})

/** A cited transaction as it is shown, with what it did to the wallet. */
export const ShownEvidenceItemSchema = Type.Object({
  ...EvidenceItemSchema.properties,
  time: Type.Optional(TimeSchema),
  direction: Type.Optional(
    Type.Enum(['in', 'out', 'other'], {
      type: 'string',
      description: 'Whether the wallet received or sent; other where nothing moved',
    }),
  ),
  amount: Type.Optional(Type.String({ description: 'Decimal text', examples: ['12.5'] })),
  token: Type.Optional(Type.String({ description: 'Symbol, not unique', examples: ['FLOW'] })),
})

export type EvidenceItem = Type.Static<typeof ShownEvidenceItemSchema>

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
    description: `Reason of signals of /v1/catalogue; ${LITTLE_DATA} for points that rest on too little data to say more`,
    examples: ['passes_on'],
  }),
  headline: Type.String({
    description: 'What it suggests, in at most 60 characters',
    examples: ['Passes money on almost at once'],
  }),
  text: Type.String({ description: 'The same with its numbers' }),
  points: Type.Number({
    description:
      'Signed points of the 0–100 score, which add up to score − 50 over all reasons; 0 for what is only reported',
  }),
  evidence: Type.Array(ShownEvidenceItemSchema),
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
  completeness: ShareSchema,
})

export const ScoreMetadataSchema = Type.Object({
  riskLevel: RiskLevelSchema,
  lastUpdated: TimeSchema,
  confidence: ShareSchema,
  dataPoints: Type.Integer({ description: 'Number of events and holdings used' }),
  flags: Type.Array(Type.String()),
})

export const ScoreResultSchema = Type.Object(
  {
    score: Type.Number({ minimum: 0, maximum: 100 }),
    address: AddressSchema,
    version: Type.String(),
    metadata: ScoreMetadataSchema,
    breakdown: BreakdownSchema,
    weights: buildPerFactorSchema(ShareSchema),
    verdict: Type.String({
      description: 'The level and what speaks most for it, in one sentence without its full stop',
      examples: ['High risk: on a scam list, and passes on 98 % of what comes in within a day'],
    }),
    findings: buildPerFactorSchema(
      Type.String({ description: 'What was found, in a few words', examples: ['None found'] }),
    ),
    reasons: Type.Array(ReasonSchema),
    improve: Type.Array(ImprovementSchema, {
      description: 'What would raise the score; empty for a listed or flagged wallet',
    }),
    coverage: CoverageSchema,
    evidenceHash: EvidenceHashSchema,
    published: Type.Optional(
      Type.Union([PublishedScoreSchema, Type.Null()], {
        description:
          'The record on the chain that counts: of the latest ones by the live publishers the one with the lowest score; null where there is none, absent while the node does not answer',
      }),
    ),
    txId: Type.Optional(TxIdSchema),
  },
  { title: 'ScoreResult' },
)

/** `data` of `GET /v1/score/{address}`. */
export type ScoreResult = Type.Static<typeof ScoreResultSchema>
