import type { CaseFile, CaseSummary } from '@app/api/schemas/case.ts'
import type { CaseOutcome } from '@app/values/governance.ts'
import { describeReasonCode } from '../../lib/format/describe-reason-code.ts'
import type { Tone } from '../../lib/tone.ts'

const OUTCOMES: Readonly<Record<Exclude<CaseOutcome, 'open'>, { tone: Tone; text: string }>> = {
  cleared: { tone: 'good', text: 'Cleared: nothing of this case stands any more' },
  upheld: { tone: 'good', text: 'Appeal upheld: the owner was right' },
  denied: { tone: 'bad', text: 'Appeal denied' },
  undecided: { tone: 'neutral', text: 'Appeal undecided: too few votes' },
  lapsed: { tone: 'neutral', text: 'The freeze has ended' },
}

type Progress = Pick<CaseSummary, 'isOpen' | 'kind' | 'outcome'>

/** Returns what a case that is open or closed has come to; one that is closed takes no more than clearances. */
export function listBadges({ isOpen, kind, outcome }: Progress): { tone: Tone; text: string }[] {
  const openTone = kind === 'freeze' ? 'info' : 'bad'
  const state = isOpen
    ? ({ tone: openTone, text: 'Open' } as const)
    : ({ tone: 'neutral', text: 'Closed' } as const)
  return outcome === 'open' ? [state] : [state, OUTCOMES[outcome]]
}

type Subject = Pick<CaseSummary, 'kind' | 'reasonCode'> & Partial<Pick<CaseFile, 'statement'>>

/** Returns what a case is about, as a title. */
export function describeSubject({ kind, reasonCode, statement }: Subject): string {
  if (kind === 'freeze') return 'Freeze by vote'
  return reasonCode === null
    ? 'Accusation'
    : `Accusation ${describeReasonCode(reasonCode, statement?.reasons)}`
}

/** Says who opened a case, the agent or the person behind its first entry. A freeze by vote is no accusation. */
export function describeOpener({
  isAutomated,
  kind,
  entries,
}: Pick<CaseFile, 'isAutomated' | 'kind' | 'entries'>): { term: string; text: string } {
  const by = findOpener(entries)
  const author = isAutomated ? 'The agent' : 'A person'
  return {
    term: kind === 'freeze' ? 'Who proposed it' : 'Who accuses',
    text: by === null ? author : `${author}, account ${by}`,
  }
}

export const describeDecider = ({ isAutomated }: Pick<CaseSummary, 'isAutomated'>): string =>
  isAutomated
    ? 'Automated: a program decided, and people can overrule it'
    : 'By people, with a vote'

function findOpener(entries: CaseFile['entries']): string | null {
  const opening = entries.find(({ kind }) => ['warning', 'flag', 'proposal'].includes(kind))
  return opening?.by ?? null
}
