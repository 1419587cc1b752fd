import * as Type from 'typebox'
import { EvidenceFileSchema } from './evidence-file.ts'
import { AddressSchema, RiskLevelSchema } from './fields.ts'
import { EvidenceHashSchema } from './score-result.ts'

/** The newest score of a wallet with the inputs it was judged by, for anybody to judge again. */
export const ScoreInputsSchema = Type.Object(
  {
    address: AddressSchema,
    score: Type.Number({ minimum: 0, maximum: 100 }),
    riskLevel: RiskLevelSchema,
    version: Type.String({ description: 'Version of the engine that judged' }),
    evidenceHash: EvidenceHashSchema,
    inputs: EvidenceFileSchema.properties.inputs,
  },
  { title: 'KnownInputs' },
)

/** What `GET /v1/inputs` lists in `data`. */
export type ScoreInputs = Type.Static<typeof ScoreInputsSchema>

/** Wallets a page of inputs holds when nothing else is asked for. */
export const INPUTS_LIMIT_DEFAULT = 100
