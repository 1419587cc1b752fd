import * as Type from 'typebox'
import { AddressSchema, RiskLevelSchema } from '../fields.ts'
import { EvidenceFileSchema } from './evidence-file.ts'
import { EvidenceHashSchema } from './score-fields.ts'

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

/** An entry of `data` of `GET /v1/inputs`. */
export type ScoreInputs = Type.Static<typeof ScoreInputsSchema>

/** Default number of wallets per page of inputs. */
export const INPUTS_LIMIT_DEFAULT = 100
