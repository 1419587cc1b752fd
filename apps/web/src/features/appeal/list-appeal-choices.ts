import type { AppealSubject } from '@app/api/schemas/case/appeal.ts'
import type { Protection } from '@app/api/schemas/governance/protection.ts'

type Remedy = Protection['remedies'][number]

/** One decision against which the owner can appeal. */
export interface AppealChoice {
  against: AppealSubject
  title: string
  text: string
  /** ISO 8601; null: as long as it stands. */
  until: string | null
}

/** Lists what can be appealed now, the strongest first; other remedies are left out. */
export const listAppealChoices = (remedies: readonly Remedy[]): AppealChoice[] =>
  remedies.flatMap((remedy) => {
    const subject = toSubject(remedy)
    return subject === null ? [] : [{ ...subject, text: remedy.text, until: remedy.until }]
  })

function toSubject(remedy: Remedy): Pick<AppealChoice, 'against' | 'title'> | null {
  const { kind, caseId, proposalId, appealId } = remedy
  if (kind === 'appeal_flag' && caseId !== undefined)
    return { against: { caseId }, title: `Against the flag, case ${caseId}` }
  if (kind === 'appeal_freeze' && proposalId !== undefined)
    return {
      against: { freezeProposalId: proposalId },
      title: `Against the freeze by proposal #${proposalId}`,
    }
  if (kind === 'second_proposal' && appealId !== undefined)
    return {
      against: { secondProposalOf: appealId },
      title: `A second vote on appeal #${appealId}`,
    }
  return null
}
