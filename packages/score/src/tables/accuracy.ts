/** How well fitted tables told apart wallets that they had not seen (five-fold cross-validation). */
export interface FiveFoldFigures {
  /** Name of the research set. */
  set: string
  /** Its illicit label, held against its normal wallets. */
  label: string
  normal: number
  illicit: number
  /** Area under the ROC curve. */
  auc: number
  /** Share of illicit wallets found when 1 % (5 %) of the normal ones are wrongly accused. */
  recallAt1: number
  recallAt5: number
}
