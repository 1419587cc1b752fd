import { AccuracySchema } from '../schemas/accuracy.ts'
import { defineRoute } from './route.ts'

export const getAccuracy = defineRoute({
  operationId: 'getAccuracy',
  method: 'GET',
  url: '/v1/accuracy',
  tag: 'Reference',
  summary: 'Get the accuracy of the score, and the commands that reproduce it',
  data: AccuracySchema,
  example: {
    version: '1.2.0',
    method: 'Five-fold cross-validation: each wallet is judged by tables fitted without it.',
    figures: [
      {
        set: 'broad',
        label: 'illicit',
        normal: 3750,
        illicit: 776,
        auc: 0.96,
        recallAt1: 0.52,
        recallAt5: 0.79,
      },
    ],
    sources: [
      {
        set: 'broad',
        name: 'Reported accounts',
        description: 'Ethereum accounts that were reported for fraud, and ordinary ones',
        reference: 'Farrugia et al. 2020',
        url: 'https://doi.org/10.1016/j.eswa.2020.113318',
      },
    ],
    reproduce: [{ command: 'npm run fit -- --data DIR', text: 'Fits the tables again.' }],
    limits: ['The labels come from Ethereum.'],
  },
})
