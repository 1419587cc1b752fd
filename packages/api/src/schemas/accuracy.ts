import * as Type from 'typebox'

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

const AccusationCountsSchema = Type.Object({
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
})

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
