import type { CaseEntry, CaseEntryKind, CaseSummary } from '@app/api/schemas/case/case-file.ts'
import { describeReasonCode } from '../../../lib/format/describe-reason-code.ts'
import { formatPoints } from '../../../lib/format/format.ts'
import type { Tone } from '../../../lib/tone.ts'
import { readNumber, readText } from '../read-details.ts'

type Described = Pick<CaseEntry, 'kind' | 'details'>

const points = (entry: Described): string => {
  const score = readNumber(entry, 'score')
  return score === null ? 'unknown' : formatPoints(score)
}

const DESCRIPTIONS: Readonly<Record<CaseEntryKind, (entry: Described) => string>> = {
  inputs: (entry) =>
    `The score was computed: ${points(entry)} of 100, version ${readText(entry, 'version')}`,
  warning: (entry) =>
    `The wallet was warned about, ${describeReasonCode(readText(entry, 'reasonCode'))}`,
  flag: (entry) =>
    `The wallet was flagged on the chain: flag ${readText(entry, 'number')}, ${describeReasonCode(readText(entry, 'reasonCode'))}`,
  proposal: (entry) =>
    `Proposal #${readText(entry, 'proposalId')} to ${readText(entry, 'action')} was opened${entry.details.isAppeal === true ? ': the vote on the appeal' : ''}`,
  vote: (entry) =>
    `A vote ${entry.details.support === true ? 'For' : 'Against'} proposal #${readText(entry, 'proposalId')}, with a score of ${points(entry)}`,
  voting_end: (entry) =>
    `Voting on proposal #${readText(entry, 'proposalId')} ended: ${describeResult(entry)}`,
  execution: (entry) =>
    `Proposal #${readText(entry, 'proposalId')} to ${readText(entry, 'action')} was executed`,
  freeze: describeFreeze,
  freeze_end: (entry) =>
    entry.details.cause === 'vote'
      ? `Freeze ${readText(entry, 'number')} was ended by a vote`
      : `Freeze ${readText(entry, 'number')} ended: nothing holds it any more`,
  appeal: (entry) =>
    `The owner appealed against ${readText(entry, 'against')} ${readText(entry, 'number')}: appeal #${readText(entry, 'appealId')}`,
  appeal_outcome: (entry) =>
    `Appeal #${readText(entry, 'appealId')} ended: ${APPEAL_OUTCOMES[readText(entry, 'outcome')] ?? readText(entry, 'outcome')}`,
  owner_statement: () => 'The owner made a statement',
  lift: (entry) => `What stood against the wallet was lifted${describeCause(entry)}`,
  clearance: (entry) => `The agent withdrew the accusation${describeCause(entry)}`,
}

const RESULTS: Readonly<Record<string, string>> = {
  approved: 'approved',
  rejected: 'rejected',
  expired: 'too few votes',
}

const APPEAL_OUTCOMES: Readonly<Record<string, string>> = {
  upheld: 'upheld, the owner was right',
  denied: 'denied',
  undecided: 'undecided, too few votes in 24 hours',
  void: 'without outcome, because what it was against ended otherwise',
}

/** The words of the text that the agent signs about the end of an accusation. */
const CAUSES: Readonly<Record<string, string>> = {
  recheck: 'a recheck no longer supports it',
  appeal: 'an appeal against it was not denied',
  unfreeze: 'the community decided so by vote',
  label_removed: 'the entry in the scam list was removed',
}

const TONES: Readonly<Partial<Record<CaseEntryKind, Tone>>> = {
  warning: 'bad',
  flag: 'bad',
  freeze: 'bad',
  appeal: 'info',
  owner_statement: 'info',
  lift: 'good',
  clearance: 'good',
  freeze_end: 'good',
}

const OUTCOME_TONES: Readonly<Record<string, Tone>> = {
  denied: 'bad',
  undecided: 'neutral',
  void: 'neutral',
}

/** States what an entry records, as one sentence in plain words, without a full stop. */
export const describeEntry = (entry: Described): string => DESCRIPTIONS[entry.kind](entry)

/** Says who did what no account did by itself. */
export function describeAuthor({ kind }: Pick<CaseEntry, 'kind'>): string {
  if (kind === 'inputs') return 'by the published formula'
  return kind === 'execution' || kind === 'freeze' ? 'by the signers of the DAO' : 'by the rules'
}

/**
 * Colour of the mark of an entry: red for what is against the wallet, green for what ends it, blue for what its owner
 * does. A freeze without an accusation is not against the wallet.
 */
export function getEntryTone(entry: Described, subject: CaseSummary['kind']): Tone {
  if (entry.kind === 'freeze' && subject === 'freeze') return 'info'
  if (entry.kind !== 'appeal_outcome') return TONES[entry.kind] ?? 'neutral'
  return OUTCOME_TONES[readText(entry, 'outcome')] ?? 'good'
}

function describeResult(entry: Described): string {
  const result = readText(entry, 'result')
  return `${RESULTS[result] ?? result}, ${readText(entry, 'votesFor')} For and ${readText(entry, 'votesAgainst')} Against`
}

function describeFreeze(entry: Described): string {
  const isRenewal = readNumber(entry, 'renewedAt') !== readNumber(entry, 'since')
  const proposal = `by proposal #${readText(entry, 'proposalId')}`
  const number = readText(entry, 'number')
  return isRenewal
    ? `Freeze ${number} was renewed ${proposal}`
    : `The wallet was frozen ${proposal}: freeze ${number}`
}

function describeCause(entry: Described): string {
  const cause = readText(entry, 'cause')
  return cause === '' ? '' : `: ${CAUSES[cause] ?? cause}`
}
