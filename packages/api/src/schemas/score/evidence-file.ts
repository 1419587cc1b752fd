import * as Type from 'typebox'
import { AddressSchema, NetworkSchema, RiskLevelSchema, TimeSchema } from '../fields.ts'
import { buildPerFactorSchema, EvidenceHashSchema, FactorSchema } from './score-fields.ts'
import { CoverageSchema, EvidenceItemSchema, ImprovementSchema } from './score-result.ts'

/** Format of an evidence file; the number changes with the format. */
export const EVIDENCE_FORMAT = 'dharma-guard-evidence/1'

const SINCE_1_3_0 = 'Absent in files of versions before 1.3.0'

const FactorUnits = Type.Integer({ minimum: 0, maximum: 10_000 })

/** One factor in integer units of 1/10,000. */
const FactorUnitsSchema = Type.Object({ value: FactorUnits, raw: FactorUnits, known: FactorUnits })

/** A reason with a selector of the records that prove it (`pointer`) and the first of them. */
const CitedReasonSchema = Type.Object({
  factor: FactorSchema,
  code: Type.String(),
  headline: Type.Optional(Type.String({ description: SINCE_1_3_0 })),
  text: Type.String(),
  points: Type.Number(),
  pointer: Type.Object({ kind: Type.String() }, { additionalProperties: true }),
  evidence: Type.Array(EvidenceItemSchema),
})

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
    factors: buildPerFactorSchema(FactorUnitsSchema),
    reasons: Type.Array(CitedReasonSchema),
    improve: Type.Array(ImprovementSchema),
    verdict: Type.Optional(Type.String({ description: SINCE_1_3_0 })),
    findings: Type.Optional(buildPerFactorSchema(Type.String())),
    coverage: CoverageSchema,
    inputs: Type.Object({
      chain: buildCanonicalPartSchema('Facts from chain data alone'),
      offchain: buildCanonicalPartSchema(
        'Facts that depend on labels and reports: listing, contact with listed accounts, community',
      ),
    }),
    lists: Type.Object(
      { scam: Type.Array(AddressSchema), service: Type.Array(AddressSchema) },
      {
        description:
          'Every listed account; inputs.offchain.contacts.listHash is the hash of the lists',
      },
    ),
    evidenceHash: EvidenceHashSchema,
  },
  { title: 'EvidenceFile' },
)

/** `data` of `GET /v1/score/{address}/evidence/export`. */
export type EvidenceFile = Type.Static<typeof EvidenceFileSchema>
