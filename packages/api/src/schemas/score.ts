import { FACTORS, mapFactors, WEIGHT_PERCENT } from '@app/values/factor.ts'
import { LITTLE_DATA } from '@app/values/reason-code.ts'
import * as Type from 'typebox'
import {
  AddressSchema,
  EVM_TRANSACTION_FIELDS,
  NetworkSchema,
  PartySchema,
  RiskLevelSchema,
  TimeSchema,
  TxIdSchema,
} from './fields.ts'

const buildPerFactorSchema = <T extends Type.TSchema>(title: string, value: T) =>
  Type.Object(
    mapFactors(() => value),
    { title },
  )

const ShareSchema = Type.Number({ minimum: 0, maximum: 1 })

export const FactorSchema = Type.Enum([...FACTORS], { type: 'string', title: 'Factor' })

/** One factor value in [0, 1] for each factor: 1 is good, 0 is bad. */
const BreakdownSchema = buildPerFactorSchema('Breakdown', ShareSchema)

export const EvidenceHashSchema = Type.String({
  description: 'SHA-256 in hex over the canonical inputs',
  examples: ['3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855e'],
})

const EvidenceItemSchema = Type.Object(
  {
    txId: TxIdSchema,
    height: Type.Integer(),
    counterparty: Type.Optional(PartySchema),
    ...EVM_TRANSACTION_FIELDS,
  },
  { title: 'EvidenceItem' },
)

const ShownEvidenceItemSchema = Type.Object(
  {
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
  },
  { title: 'ShownEvidenceItem' },
)

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

export const ReasonSchema = Type.Object(
  {
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
  },
  { title: 'Reason' },
)

const ImprovementSchema = Type.Object(
  {
    code: Type.String(),
    text: Type.String(),
    points: Type.Number(),
  },
  { title: 'Improvement' },
)

const CoverageSchema = Type.Object(
  {
    fromHeight: Type.Integer(),
    toHeight: Type.Integer(),
    completeness: ShareSchema,
  },
  { title: 'Coverage' },
)

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

const ScoreMetadataSchema = Type.Object(
  {
    riskLevel: RiskLevelSchema,
    lastUpdated: TimeSchema,
    confidence: ShareSchema,
    dataPoints: Type.Integer({ description: 'Number of events and holdings used' }),
    flags: Type.Array(Type.String()),
  },
  { title: 'ScoreMetadata', 'x-absent': { flags: [] } },
)

export const ScoreResultSchema = Type.Object(
  {
    score: Type.Number({ minimum: 0, maximum: 100 }),
    address: AddressSchema,
    version: Type.String(),
    metadata: ScoreMetadataSchema,
    breakdown: BreakdownSchema,
    weights: buildPerFactorSchema('Weights', ShareSchema),
    verdict: Type.String({
      description: 'The level and what speaks most for it, in one sentence without its full stop',
      examples: ['High risk: on a scam list, and passes on 98 % of what comes in within a day'],
    }),
    findings: buildPerFactorSchema(
      'Findings',
      Type.String({
        description: 'What was found and moves the score, in a few words',
        examples: ['None found'],
      }),
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
  {
    title: 'ScoreResult',
    'x-absent': {
      weights: mapFactors((factor) => WEIGHT_PERCENT[factor] / 100),
      verdict: '',
      findings: mapFactors(() => ''),
      reasons: [],
      improve: [],
      coverage: { fromHeight: 0, toHeight: 0, completeness: 0 },
      evidenceHash: '',
    },
  },
)

export type ScoreResult = Type.Static<typeof ScoreResultSchema>

/** One past score of a wallet; a new one is stored only when the evidence changed. */
export const ScoreHistoryEntrySchema = Type.Object(
  {
    score: Type.Number({ minimum: 0, maximum: 100 }),
    riskLevel: RiskLevelSchema,
    previousLevel: Type.Optional(RiskLevelSchema),
    previousLevelCause: Type.Optional(
      Type.Literal('rules', {
        description:
          'Only the rules changed: by those of the version before, the level would still be `previousLevel`',
      }),
    ),
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

export const EVIDENCE_FORMAT = 'dharma-guard-evidence/1'

const FactorUnits = Type.Integer({ minimum: 0, maximum: 10_000 })

const FactorUnitsSchema = Type.Object(
  { value: FactorUnits, raw: FactorUnits, known: FactorUnits },
  { title: 'FactorUnits' },
)

/** A reason with a selector of the records that prove it (`pointer`) and the first of them. */
const CitedReasonSchema = Type.Object(
  {
    factor: FactorSchema,
    code: Type.String(),
    headline: Type.String(),
    text: Type.String(),
    points: Type.Number(),
    pointer: Type.Object({ kind: Type.String() }, { additionalProperties: true }),
    evidence: Type.Array(EvidenceItemSchema),
  },
  { title: 'CitedReason' },
)

/** Facts as canonical JSON; the engine of the file's version defines the fields. */
const buildCanonicalPartSchema = (description: string) =>
  Type.Object({}, { additionalProperties: true, description })

/**
 * All evidence of a score, which anyone can store and verify: `npm run verify -- --file FILE`
 * without a network, `npm run verify -- ADDRESS` against the chain. Amounts are decimal text.
 */
export const EvidenceFileSchema = Type.Object(
  {
    format: Type.Literal(EVIDENCE_FORMAT),
    address: AddressSchema,
    network: NetworkSchema,
    version: Type.String({ description: 'Version of the engine that computed the score' }),
    computedAt: TimeSchema,
    score: Type.Number({ minimum: 0, maximum: 100 }),
    riskLevel: RiskLevelSchema,
    confidence: Type.Number({ minimum: 0, maximum: 1 }),
    dataPoints: Type.Integer(),
    flags: Type.Array(Type.String()),
    factors: buildPerFactorSchema('FactorsInUnits', FactorUnitsSchema),
    reasons: Type.Array(CitedReasonSchema),
    improve: Type.Array(ImprovementSchema),
    verdict: Type.String(),
    findings: buildPerFactorSchema('ExportedFindings', Type.String()),
    coverage: CoverageSchema,
    inputs: Type.Object(
      {
        chain: buildCanonicalPartSchema('Facts from chain data alone'),
        offchain: buildCanonicalPartSchema(
          'Facts that depend on labels and reports: listing, contact with listed accounts, community',
        ),
      },
      { title: 'EvidenceInputs' },
    ),
    lists: Type.Object(
      { scam: Type.Array(PartySchema), service: Type.Array(PartySchema) },
      {
        description:
          'Every listed account; inputs.offchain.contacts.listHash is the hash of the lists',
      },
    ),
    evidenceHash: EvidenceHashSchema,
  },
  { title: 'EvidenceFile' },
)

export type EvidenceFile = Type.Static<typeof EvidenceFileSchema>

/** The latest score of a wallet with its inputs, so that anyone can compute it again. */
export const ScoreInputsSchema = Type.Object(
  {
    address: AddressSchema,
    score: Type.Number({ minimum: 0, maximum: 100 }),
    riskLevel: RiskLevelSchema,
    version: Type.String({ description: 'Version of the engine that computed the score' }),
    evidenceHash: EvidenceHashSchema,
    inputs: EvidenceFileSchema.properties.inputs,
  },
  { title: 'ScoreInputs' },
)

export type ScoreInputs = Type.Static<typeof ScoreInputsSchema>

export const INPUTS_LIMIT_DEFAULT = 100
