import * as Type from 'typebox'
import { RiskLevelSchema } from './fields.ts'
import { FactorSchema } from './score-result.ts'

/** What a score can rest on: the factors with their weights, the levels, and every signal. */
export const CatalogueSchema = Type.Object(
  {
    version: Type.String(),
    factors: Type.Array(
      Type.Object({
        factor: FactorSchema,
        weightPercent: Type.Integer(),
        description: Type.String(),
      }),
    ),
    levels: Type.Array(
      Type.Object({
        level: RiskLevelSchema,
        fromScore: Type.Number({ description: 'Lowest score of the level' }),
      }),
    ),
    signals: Type.Array(
      Type.Object({
        factor: FactorSchema,
        code: Type.String({ description: 'Reasons carry it' }),
        inputs: Type.Array(Type.String(), { description: 'What it is measured by' }),
        worstPoints: Type.Number({ description: 'Most that it takes from a 0–100 score' }),
        bestPoints: Type.Number({ description: 'Most that it adds to a 0–100 score' }),
      }),
    ),
  },
  { title: 'Catalogue' },
)

export type Catalogue = Type.Static<typeof CatalogueSchema>
