import type { Protection } from '@app/api/schemas/governance/protection.ts'

/** Returns the id of the case that stands against a wallet now, or null when the status names none. */
export function findStandingCase(protection: Protection): string | null {
  const { flag, accusation, remedies, appeals } = protection
  const named = remedies.find(({ caseId }) => caseId !== undefined)
  const appealed = appeals.find(({ outcome }) => outcome === 'open')
  return flag?.caseId ?? accusation?.caseId ?? named?.caseId ?? appealed?.caseId ?? null
}

/** Returns the id of the case of the appeal that opened a proposal, or null when no appeal did. */
export function findAppealCase({ appeals }: Protection, proposalId: number): string | null {
  const appeal = appeals.find(({ proposalIds }) => proposalIds.includes(proposalId))
  return appeal?.caseId ?? null
}
