import type { Protection } from '@app/api/schemas/protection.ts'
import type { AppealSubject } from '@app/values/governance.ts'

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
  const { kind, flagNumber, freezeNumber } = remedy
  if (kind === 'appeal_flag' && flagNumber !== undefined)
    return { against: { flagNumber }, title: `Against flag ${flagNumber}` }
  if (kind === 'appeal_freeze' && freezeNumber !== undefined)
    return { against: { freezeNumber }, title: `Against freeze ${freezeNumber}` }
  return null
}
