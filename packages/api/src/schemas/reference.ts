import * as Type from 'typebox'
import { BlockRefSchema } from './envelope.ts'
import { NetworkSchema, Nullable, RiskLevelSchema } from './fields.ts'
import { FactorSchema } from './score.ts'

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

const Share = Type.Number({ minimum: 0, maximum: 1 })

const FigureSchema = Type.Object({
  set: Type.String({ description: 'One of the sources', examples: ['broad'] }),
  label: Type.String({
    description: 'What its illicit wallets are listed for',
    examples: ['phishing'],
  }),
  normal: Type.Integer({ minimum: 0, description: 'Wallets that are not listed' }),
  illicit: Type.Integer({ minimum: 0, description: 'Wallets with the label' }),
  auc: Type.Number({
    minimum: 0,
    maximum: 1,
    description: 'How often an illicit wallet ranks below a normal one, of all pairs',
  }),
  recallAt1: Type.Number({
    ...Share,
    description:
      'Share of the illicit wallets found when 1% of the normal ones are wrongly flagged',
  }),
  recallAt5: Type.Number({ ...Share, description: 'The same at 5%' }),
})

const AccusationCountsSchema = Type.Object(
  {
    wallets: Type.Integer({ minimum: 0 }),
    flagged: Type.Integer({
      minimum: 0,
      description: 'Score below 30, and unusual enough to be flagged by behaviour alone',
    }),
    warned: Type.Integer({ minimum: 0, description: 'Score below 30, but not unusual enough' }),
    suspected: Type.Integer({
      minimum: 0,
      description: 'Score from 30 to 45 and unusual enough: never flagged by behaviour alone',
    }),
  },
  { title: 'AccusationCounts' },
)

const AccusationSchema = Type.Object({
  set: Type.String({ description: 'One of the sources', examples: ['broad'] }),
  label: Type.String({ examples: ['phishing'] }),
  illicitShare: Type.Union([Share, Type.Null()], {
    description:
      'Share of illicit wallets among those judged on the same day; null if each was judged alone',
  }),
  ordinary: AccusationCountsSchema,
  illicit: AccusationCountsSchema,
})

const SourceSchema = Type.Object({
  set: Type.String(),
  name: Type.String(),
  description: Type.String(),
  reference: Type.String({ description: 'Where the wallets and their labels were published' }),
  url: Type.String({ format: 'uri', description: 'Link to that publication' }),
})

const ReproductionSchema = Type.Object({
  command: Type.String(),
  text: Type.String({ description: 'What the command does' }),
})

/**
 * How well the shipped tables separate illicit wallets from normal ones, and the limits of these
 * figures.
 */
export const AccuracySchema = Type.Object(
  {
    version: Type.String({ description: 'Version of the tables that the figures describe' }),
    method: Type.String(),
    figures: Type.Array(FigureSchema),
    accusations: Type.Array(AccusationSchema, {
      description:
        'What would happen by behaviour alone to wallets that were not used for fitting; the ordinary ones on the worst day',
    }),
    sources: Type.Array(SourceSchema),
    reproduce: Type.Array(ReproductionSchema),
    limits: Type.Array(Type.String(), { description: 'What the figures do not show' }),
  },
  { title: 'Accuracy' },
)

export type Accuracy = Type.Static<typeof AccuracySchema>
export type AccuracyFigure = Accuracy['figures'][number]

const Count = (description: string) => Type.Integer({ minimum: 0, description })
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

const Height = Type.Integer({ minimum: 0 })

export const NetworkStateSchema = Type.Object(
  {
    network: NetworkSchema,
    latestBlock: Type.Union([BlockRefSchema, Type.Null()], {
      description: 'The latest indexed block, null before the first',
    }),
    fromHeight: Type.Union([Height, Type.Null()]),
    nodeHeight: Type.Union([Height, Type.Null()], {
      description: 'Latest height that the node reported',
    }),
    lagBlocks: Type.Union([Height, Type.Null()]),
  },
  { title: 'NetworkState' },
)

export type NetworkState = Type.Static<typeof NetworkStateSchema>
