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

/** What happened to wallets that were judged by their behaviour alone. */
export interface AccusationCounts {
  wallets: number
  /** In HIGH_RISK and admitted by Benjamini–Hochberg. */
  flagged: number
  /** In HIGH_RISK but not admitted: only warned about. */
  warned: number
  /** In SUSPICIOUS and admitted: never flagged by behaviour alone. */
  suspected: number
}

/**
 * Accusations by behaviour alone, on wallets that the tables were not fitted on (five-fold cross-validation, and
 * p-values without the wallet itself). All ordinary wallets of the set were judged on the same day, together with
 * some of its illicit ones; each illicit wallet took part in one such day at most.
 */
export interface AccusationFigures {
  /** Name of the research set. */
  set: string
  /** Its illicit label. */
  label: string
  /** Share of illicit wallets among those judged on the day, 0–1; `null` when each was the only one of its day. */
  illicitShare: number | null
  /** The largest number of each kind on any of the days. */
  ordinary: AccusationCounts
  /** The sum over all days. */
  illicit: AccusationCounts
}
