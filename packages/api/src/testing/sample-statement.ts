import type { Protection } from '../schemas/protection.ts'

/** What a wallet was accused by, for its behaviour alone. */
export const SAMPLE_STATEMENT: NonNullable<Protection['accusation']>['statement'] = {
  score: 18.2,
  riskLevel: 'HIGH_RISK',
  range: { from: 9.7, to: 26.7 },
  confidence: 0.83,
  version: '12',
  reasons: [],
  evidenceKinds: ['behaviour'],
  ordinary: { wallets: 3750, asBad: 4, pValue: 0.0013 },
  isAutomated: true,
}

/** Costs points although its value is that of ordinary wallets. */
export const SAMPLE_REASON: (typeof SAMPLE_STATEMENT)['reasons'][number] = {
  factor: 'txFrequency',
  code: 'repeat_business',
  headline: '',
  text: '',
  points: -10,
  evidence: [],
  ordinary: {
    input: 'transfersPerSender',
    unit: 'ratio',
    value: 4,
    lowerQuartile: 1,
    median: 2,
    upperQuartile: 9,
    wallets: 4829,
    text: 'Transfers from each sender: ordinary wallets 1 to 9, this one 4',
  },
}
