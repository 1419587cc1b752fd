// Written by `npm run fit`.

import type { FiveFoldFigures } from './accuracy.ts'

/** Five-fold figures of the fitted tables. */
export const ACCURACY: readonly FiveFoldFigures[] = [
  {"set":"broad","label":"illicit","normal":3750,"illicit":776,"auc":0.959,"recallAt1":0.5232,"recallAt5":0.7796},
  {"set":"graph","label":"phishing","normal":243,"illicit":227,"auc":0.9747,"recallAt1":0.8282,"recallAt5":0.9295},
  {"set":"raw","label":"phishing","normal":855,"illicit":806,"auc":0.9736,"recallAt1":0.629,"recallAt5":0.8896},
  {"set":"raw","label":"hack","normal":855,"illicit":396,"auc":0.9808,"recallAt1":0.7096,"recallAt5":0.9369},
]
