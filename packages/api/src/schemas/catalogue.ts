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
        code: Type.String({ description: 'Stable name, one of its factor' }),
        reason: Type.String({ description: 'Code of the reasons that tell of it' }),
        inputs: Type.Array(Type.String(), {
          description: 'Numbers that its points table has bands over; none where a rule judges',
        }),
        rule: Type.String({ description: 'What is looked at, and how it counts' }),
        worstPoints: Type.Number({ description: 'Most that it takes from a 0–100 score' }),
        bestPoints: Type.Number({ description: 'Most that it adds to a 0–100 score' }),
      }),
    ),
  },
  { title: 'Catalogue' },
)

export type Catalogue = Type.Static<typeof CatalogueSchema>
