/**
 * How well fitted tables separate wallets that they were not fitted on (five-fold
 * cross-validation).
 */
export interface FiveFoldFigures {
  /** Name of the research set. */
  set: string
  /** Its illicit label, compared with its normal wallets. */
  label: string
  normal: number
  illicit: number
  /** Area under the ROC curve. */
  auc: number
  /** Share of illicit wallets found when 1 % (5 %) of the normal ones are wrongly flagged. */
  recallAt1: number
  recallAt5: number
}
