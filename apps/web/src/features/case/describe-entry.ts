import { readAs } from '@app/api/client/read-as.ts'
import { StatementSchema } from '@app/api/schemas/alert-data.ts'
import type {
  CaseEntry,
  CaseEntryDetails,
  CaseEntryKind,
  CaseSummary,
  EntryContent,
} from '@app/api/schemas/case.ts'
import { formatWithheld } from '@app/values/withheld.ts'
import type { Static } from 'typebox'
import { describeReasonCode } from '../../lib/format/describe-reason-code.ts'
import { formatPoints } from '../../lib/format/format.ts'
import type { Tone } from '../../lib/tone.ts'

type DescribedEntry = EntryContent & Partial<Pick<CaseEntry, 'text'>>

/** States what an entry records, as one sentence in plain words, without a full stop. */
export function describeEntry({ text, ...content }: DescribedEntry): string {
  const { kind, details } = content
  switch (kind) {
    case 'inputs':
      return `The score was computed: ${formatPoints(details.score)} of 100, version ${details.version}`
    case 'warning':
      return `The wallet was warned about, ${describeReason(details.reasonCode, text)}`
    case 'flag':
      return `The wallet was flagged on the chain: flag ${details.number}, ${describeReason(details.reasonCode, text)}`
    case 'proposal':
      return `Proposal #${details.proposalId} to ${describeAction(details)} was opened${details.isAppeal ? ': the vote on the appeal' : ''}`
    case 'vote':
      return `A vote ${details.support ? 'For' : 'Against'} proposal #${details.proposalId}, with a score of ${formatPoints(details.score)}`
    case 'voting_end':
      return `Voting on proposal #${details.proposalId} ended: ${RESULTS[details.result]}, ${details.votesFor} For and ${details.votesAgainst} Against`
    case 'execution':
      return `Proposal #${details.proposalId} ${describeExecuted(details)}was executed`
    case 'freeze':
      return describeFreeze(details)
    case 'freeze_end':
      return details.cause === 'vote'
        ? `Freeze ${details.number} was ended by a vote`
        : `Freeze ${details.number} ended: nothing holds it any more`
    case 'appeal':
      return `The owner appealed against ${details.against} ${details.number}: appeal #${details.appealId}`
    case 'appeal_outcome':
      return `Appeal #${details.appealId} ended: ${APPEAL_OUTCOMES[details.outcome].text}`
    case 'owner_statement':
      return 'The owner made a statement'
    case 'lift':
      return `What stood against the wallet was lifted${describeCause(details)}`
    case 'clearance':
      return `The agent withdrew the accusation${describeCause(details)}`
  }
}

const RESULTS: Readonly<Record<CaseEntryDetails<'voting_end'>['result'], string>> = {
  approved: 'approved',
  rejected: 'rejected',
  expired: 'too few votes',
}

type AppealEnd = CaseEntryDetails<'appeal_outcome'>['outcome']

const APPEAL_OUTCOMES: Readonly<Record<AppealEnd, { tone: Tone; text: string }>> = {
  upheld: { tone: 'good', text: 'upheld, the owner was right' },
  denied: { tone: 'bad', text: 'denied' },
  undecided: { tone: 'neutral', text: 'undecided, too few votes in 24 hours' },
  void: { tone: 'neutral', text: 'without outcome, because what it was against ended otherwise' },
}

const describeReason = (reasonCode: string, text: string | null | undefined): string =>
  describeReasonCode(reasonCode, findStatement(text ?? '')?.reasons)

export type Statement = Static<typeof StatementSchema>

/** Returns the statement of reasons that the text of an entry is, as JSON; null for any other text. */
export function findStatement(text: string): Statement | null {
  try {
    return readAs(StatementSchema, JSON.parse(text)) ?? null
  } catch {
    return null
  }
}

/** An unfreeze that names only a flag lifts it, as its title says. */
const describeAction = ({ title, action }: CaseEntryDetails<'proposal'>): string =>
  title.startsWith('Lift flag ') ? 'lift the flag' : action

/** An execution has no title: the proposal before it says what an unfreeze names. */
const describeExecuted = ({ action }: CaseEntryDetails<'execution'>): string =>
  action === 'unfreeze' ? '' : `to ${action} `

function describeFreeze(freeze: CaseEntryDetails<'freeze'>): string {
  const { number, proposalId, since, renewedAt } = freeze
  return renewedAt === since
    ? `The wallet was frozen by proposal #${proposalId}: freeze ${number}`
    : `Freeze ${number} was renewed by proposal #${proposalId}`
}

const describeCause = ({ cause }: { cause: string }): string => `: ${CAUSES[cause] ?? cause}`

/** The words of the text that the agent signs about the end of an accusation. */
const CAUSES: Readonly<Record<string, string>> = {
  recheck: 'a recheck no longer supports it',
  appeal: 'an appeal against it was not denied',
  unfreeze: 'the community decided so by vote',
  label_removed: 'the entry in the scam list was removed',
}

/** Says who did what no account did by itself. */
export function describeAuthor({ kind }: Pick<CaseEntry, 'kind'>): string {
  if (kind === 'inputs') return 'by the published formula'
  return kind === 'execution' || kind === 'freeze' ? 'by the signers of the DAO' : 'by the rules'
}

/**
 * Colour of the mark of an entry: red for what is against the wallet, green for what ends it, blue for what its owner
 * does. A freeze without an accusation is not against the wallet.
 */
export function getEntryTone(entry: EntryContent, subject: CaseSummary['kind']): Tone {
  if (entry.kind === 'freeze' && subject === 'freeze') return 'info'
  if (entry.kind === 'appeal_outcome') return APPEAL_OUTCOMES[entry.details.outcome].tone
  return TONES[entry.kind] ?? 'neutral'
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

/** Returns the sentence that stands in the place of a withheld text of a case, as the API writes it elsewhere. */
export const formatWithheldText = ({ at, reason }: NonNullable<CaseEntry['withheld']>): string =>
  formatWithheld({ at: Date.parse(at) / 1000, reason })
