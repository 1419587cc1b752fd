// Written by `npm run fit`.

import type { FiveFoldFigures } from './accuracy.ts'

/** Five-fold figures of the fitted tables. */
export const ACCURACY: readonly FiveFoldFigures[] = [
  {
    set: 'broad',
    label: 'illicit',
    normal: 3750,
    illicit: 776,
    auc: 0.96,
    recallAt1: 0.5322,
    recallAt5: 0.7771,
  },
  {
    set: 'graph',
    label: 'phishing',
    normal: 243,
    illicit: 227,
    auc: 0.9768,
    recallAt1: 0.7797,
    recallAt5: 0.9163,
  },
  {
    set: 'raw',
    label: 'phishing',
    normal: 855,
    illicit: 806,
    auc: 0.9753,
    recallAt1: 0.696,
    recallAt5: 0.8821,
  },
  {
    set: 'raw',
    label: 'hack',
    normal: 855,
    illicit: 396,
    auc: 0.9832,
    recallAt1: 0.8131,
    recallAt5: 0.9268,
  },
]
