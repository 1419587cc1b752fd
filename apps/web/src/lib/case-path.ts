export const buildCasePath = (address: string, caseId: string): string =>
  `/wallet/${address}?case=${encodeURIComponent(caseId)}`

export const buildAppealCasePath = (address: string, proposalId: number): string =>
  `/wallet/${address}?proposal=${proposalId}`

/** URL hash of the owner's statement on the page of a case. */
export const STATEMENT_HASH = '#statement'

/** URL hash of the place where the owner of a connected wallet appeals, on `/wallet`. */
export const APPEAL_HASH = '#appeal'
