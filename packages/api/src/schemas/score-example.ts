import { mapFactors, WEIGHT_PERCENT } from '@app/values/factor.ts'
import type { ScoreResult } from './score-result.ts'

const NEUTRAL = 0.5

/** Example of a score result for the reference. */
export const SCORE_EXAMPLE: ScoreResult = {
  score: 27.4,
  address: '0x179b6b1cb6755e31',
  version: '1.2.0',
  metadata: {
    riskLevel: 'HIGH_RISK',
    lastUpdated: '2026-03-01T12:00:00.000Z',
    confidence: 0.71,
    dataPoints: 148,
    flags: ['Money leaves within an hour of its arrival'],
  },
  breakdown: {
    txFrequency: 0.41,
    largeOutFlow: 0.12,
    knownScamInteract: 0.08,
    nftHoldings: NEUTRAL,
    onchainAge: 0.62,
    communitySignals: NEUTRAL,
  },
  weights: mapFactors((factor) => WEIGHT_PERCENT[factor] / 100),
  reasons: [
    {
      factor: 'largeOutFlow',
      code: 'swept_within_day',
      text: '92 % of what came in went out again within a day',
      points: -8.6,
      evidence: [
        {
          txId: '8f2c9d0e5b7a41c3968d1f20e4b5a6c7d8e9f0a1b2c3d4e5f60718293a4b5c6d',
          height: 1204,
          counterparty: '0xf3fcd2c1a78f5eee',
        },
      ],
    },
  ],
  improve: [{ code: 'keep_balance', text: 'Keep what comes in for more than a day', points: 6.1 }],
  coverage: { fromHeight: 1, toHeight: 1310, completeness: 1 },
  evidenceHash: '3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855e',
}
