/** What of the cases of a wallet a URL asks for. */
export type WantedCase = { caseId: string } | { proposalId: number }

/** Reads the case from the query of a URL: `case` its id, `proposal` that of an appeal. Returns null without them. */
export function readWantedCase(query: URLSearchParams): WantedCase | null {
  const caseId = query.get('case')
  if (caseId) return { caseId }
  const proposal = query.get('proposal') ?? ''
  return /^\d{1,15}$/.test(proposal) ? { proposalId: Number(proposal) } : null
}
