import * as Type from 'typebox'
import { RiskLevelSchema } from './fields.ts'
import { FactorSchema } from './score/score-fields.ts'

/**
 * Everything that a score is based on: the factors with their weights, the levels, and every
 * signal.
 */
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
        code: Type.String({ description: 'Stable name, unique in its factor' }),
        reason: Type.String({ description: 'Code of the reasons that report it' }),
        inputs: Type.Array(Type.String(), {
          description: 'Inputs of its points table; empty for a signal that follows a rule',
        }),
        rule: Type.String({ description: 'What is measured, and how it counts' }),
        worstPoints: Type.Number({ description: 'Largest loss of points of the 0–100 score' }),
        bestPoints: Type.Number({ description: 'Largest gain of points of the 0–100 score' }),
      }),
    ),
  },
  { title: 'Catalogue' },
)

export type Catalogue = Type.Static<typeof CatalogueSchema>
