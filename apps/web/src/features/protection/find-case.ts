import type { Protection } from '@app/api/schemas/protection.ts'

/** Returns the id of the case that stands against a wallet now, or null when the status names none. */
export function findStandingCase(protection: Protection): string | null {
  const { flag, accusation, remedies, appeals } = protection
  const named = remedies.find(({ caseId }) => caseId !== undefined)
  const appealed = appeals.find(({ outcome }) => outcome === 'open')
  return flag?.caseId ?? accusation?.caseId ?? named?.caseId ?? appealed?.caseId ?? null
}

/** Returns the id of the case of an appeal, by its number, which is that of its proposal; null when there is none. */
export const findAppealCase = ({ appeals }: Protection, appealId: number): string | null =>
  appeals.find(({ id }) => id === appealId)?.caseId ?? null
