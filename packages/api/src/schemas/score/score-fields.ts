import { FACTORS, mapFactors } from '@app/values/factor.ts'
import * as Type from 'typebox'

/** Builds the schema of an object with one value per factor. */
export const buildPerFactorSchema = <T extends Type.TSchema>(value: T) =>
  Type.Object(mapFactors(() => value))

export const ShareSchema = Type.Number({ minimum: 0, maximum: 1 })

export const FactorSchema = Type.Enum([...FACTORS], { type: 'string' })

/** One factor value in [0, 1] for each factor: 1 is good, 0 is bad. */
export const BreakdownSchema = buildPerFactorSchema(ShareSchema)

export const EvidenceHashSchema = Type.String({
  description: 'SHA-256 in hex over the canonical inputs',
  examples: ['3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855e'],
})
