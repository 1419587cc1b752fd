import { CASE_ID_PATTERN } from '@app/values/case-id.ts'

/** What of the cases of a wallet a URL asks for; `caseId` is null for what is no id of a case. */
export type WantedCase = { caseId: string | null } | { proposalId: number }

const CASE_ID = new RegExp(CASE_ID_PATTERN)

/** Reads the case from the query of a URL: `case` its id, `proposal` that of an appeal. Returns null without them. */
export function readWantedCase(query: URLSearchParams): WantedCase | null {
  const caseId = query.get('case')
  if (caseId) return { caseId: CASE_ID.test(caseId) ? caseId : null }
  const proposal = query.get('proposal') ?? ''
  return /^\d{1,15}$/.test(proposal) ? { proposalId: Number(proposal) } : null
}
