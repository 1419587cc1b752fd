import type { CaseFile, CaseOutcome, CaseSummary } from '@app/api/schemas/case/case-file.ts'
import type { Tone } from '../../lib/tone.ts'

const OUTCOMES: Readonly<Record<CaseOutcome, { tone: Tone; text: string }>> = {
  open: { tone: 'bad', text: 'No outcome yet' },
  cleared: { tone: 'good', text: 'Cleared: the agent withdrew the accusation' },
  upheld: { tone: 'good', text: 'Appeal upheld: the owner was right' },
  denied: { tone: 'bad', text: 'Appeal denied' },
  undecided: { tone: 'good', text: 'Appeal undecided: what can be lifted was lifted' },
  lapsed: { tone: 'neutral', text: 'The freeze ended by time' },
}

/** Returns how a case ended, or that it has not, in plain words. */
export const describeOutcome = (outcome: CaseOutcome) => OUTCOMES[outcome]

/** Returns whether a case is open; one that is closed takes no more than clearances. */
export const describeState = ({ isOpen }: Pick<CaseSummary, 'isOpen'>): string =>
  isOpen ? 'Open' : 'Closed'

/** Returns what a case is about, as a title. */
export const describeSubject = ({ kind, reasonCode }: Pick<CaseSummary, 'kind' | 'reasonCode'>) =>
  kind === 'freeze'
    ? 'Freeze by vote'
    : `Accusation${reasonCode === null ? '' : `, reason code: ${reasonCode}`}`

/** Says who opened a case: the agent, or the person behind its first entry. */
export function describeAccuser(file: Pick<CaseFile, 'isAutomated' | 'entries'>): string {
  const by = findOpener(file.entries)
  if (file.isAutomated) return by === null ? 'The agent' : `The agent, account ${by}`
  return by === null ? 'People, by vote' : `People: ${by}, decided by vote`
}

/** Says whether a program or people decided. */
export const describeDecider = ({ isAutomated }: Pick<CaseSummary, 'isAutomated'>): string =>
  isAutomated ? 'Automated: a program decided, and people can overrule it' : 'Decided by people'

function findOpener(entries: CaseFile['entries']): string | null {
  const opening = entries.find(({ kind }) => ['warning', 'flag', 'proposal'].includes(kind))
  return opening?.by ?? null
}
