// Written by `npm run fit`.

import type { FiveFoldFigures } from './accuracy.ts'

/** Five-fold figures of the fitted tables. */
export const ACCURACY: readonly FiveFoldFigures[] = [
  {"set":"broad","label":"illicit","normal":3750,"illicit":776,"auc":0.9585,"recallAt1":0.5219,"recallAt5":0.7796},
  {"set":"graph","label":"phishing","normal":243,"illicit":227,"auc":0.9744,"recallAt1":0.8018,"recallAt5":0.9251},
  {"set":"raw","label":"phishing","normal":855,"illicit":806,"auc":0.9724,"recallAt1":0.6092,"recallAt5":0.8859},
  {"set":"raw","label":"hack","normal":855,"illicit":396,"auc":0.9781,"recallAt1":0.1439,"recallAt5":0.9242},
]
