import * as Type from 'typebox'
import { FactorSchema } from '../score/score-fields.ts'

const Count = (description: string) => Type.Integer({ minimum: 0, description })
const Share = Type.Number({ minimum: 0, maximum: 1 })
const Nullable = <T extends Type.TSchema>(schema: T, options: { description?: string } = {}) =>
  Type.Union([schema, Type.Null()], options)

/** What became of the cases in which a reason was one of the principal ones. */
const ReasonOutcomesSchema = Type.Object(
  {
    factor: FactorSchema,
    code: Type.String({ description: 'Code of the reason', examples: ['passes_on'] }),
    accused: Count('Cases; the sum of the next six'),
    open: Count('Not over, or over without a decision yet'),
    clearedByVote: Count('An appeal was upheld, or a vote lifted the flag'),
    clearedByLabelRemoval: Count('The entry in the scam list was removed'),
    clearedByRecheck: Count('The agent withdrew it, because the score recovered'),
    undecided: Count('The flag was lifted because too few voted on the appeal'),
    denied: Count('An appeal was denied by vote'),
    decided: Count('Cases in which this reason proved right or wrong'),
    overturned: Count('Of these, wrong'),
    falsePositiveRate: Nullable(Share, { description: 'overturned / decided; null without any' }),
    interval: Nullable(Type.Object({ from: Share, to: Share }), {
      description: '95 % confidence interval of the rate (Wilson): wide where few are decided',
    }),
    isForReview: Type.Boolean({
      description: 'Overturned so often that it is listed for the next version of the tables',
    }),
  },
  { title: 'ReasonOutcomes' },
)

export const OutcomesSchema = Type.Object(
  {
    cases: Count('Accusations of the agent, also open ones'),
    reasons: Type.Array(ReasonOutcomesSchema, {
      description: 'Those for review first, then those with the most decided cases',
    }),
    review: Type.Object(
      {
        minDecided: Type.Integer({ minimum: 1 }),
        overturnedAbove: Share,
      },
      { description: 'A reason is for review from so many decided cases on, and above this rate' },
    ),
  },
  { title: 'Outcomes' },
)

export type Outcomes = Type.Static<typeof OutcomesSchema>
export type ReasonOutcomes = Outcomes['reasons'][number]
