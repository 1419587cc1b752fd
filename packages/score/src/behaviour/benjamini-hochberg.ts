/** Largest expected share of ordinary accounts among those that are admitted. */
export const FALSE_DISCOVERY_RATE = 0.1

/** Makes up for the rounding of p-values, so that a p-value exactly at its limit is admitted. */
const ROUNDING = 1e-12

/** The accounts judged in one period, each with its latest p-value. */
export interface JudgedAccounts {
  /**
   * Number of accounts for each p-value, in any order; a p-value may occur in several entries. Those above the rate
   * are never admitted and may be left out.
   */
  pValues: readonly { pValue: number; accounts: number }[]
  /** Number of accounts that were judged, at least; more entries than that count as their number. */
  judged: number
}

/**
 * Returns the largest p-value that is admitted: the largest p with p ≤ rate × k / m, where k of the m judged
 * accounts have a p-value of at most p; 0 when none is. Source: Benjamini and Hochberg (1995); valid for conformal
 * p-values that share their ordinary wallets, by Bates et al., Testing for outliers with conformal p-values (2023).
 */
export function computeAdmissionLimit(
  { pValues, judged }: JudgedAccounts,
  rate = FALSE_DISCOVERY_RATE,
): number {
  const listed = pValues.reduce((sum, { accounts }) => sum + accounts, 0)
  const allowed = (rate * (1 + ROUNDING)) / Math.max(judged, listed)
  let limit = 0
  let atOrBelow = 0
  for (const { pValue, accounts } of pValues.toSorted((a, b) => a.pValue - b.pValue)) {
    atOrBelow += accounts
    if (pValue <= allowed * atOrBelow) limit = pValue
  }
  return limit
}

/**
 * Returns whether an account with this p-value is admitted as unusual. `accounts` contains the account itself;
 * without it, the answer can only be stricter.
 */
export function admitByBenjaminiHochberg(
  pValue: number,
  accounts: JudgedAccounts,
  rate = FALSE_DISCOVERY_RATE,
): boolean {
  return pValue <= computeAdmissionLimit(accounts, rate)
}

/**
 * Returns how many accounts would be accused wrongly, on average, if all of the `judged` accounts were ordinary and
 * those with a p-value up to `limit` were accused: an upper bound of the expected number of false alarms. With the
 * limit of `computeAdmissionLimit`, it is at most the rate × the number of admitted accounts.
 */
export function computeExpectedFalseAlarms(judged: number, limit: number): number {
  return judged * limit
}
