import type { Protection } from '@app/api/schemas/governance/protection.ts'

type Remedies = Protection['remedies']

/** Lists what the owner can do in a case: what names it, and what names no case at all. */
export const listDisputes = (remedies: Remedies, caseId: string): Remedies =>
  remedies.filter((remedy) => remedy.caseId === undefined || remedy.caseId === caseId)
