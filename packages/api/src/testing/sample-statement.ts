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
