import type { CaseEntryKind } from '@app/api/schemas/case.ts'
import { formatProposalTitle } from '@app/contracts/proposal-title.ts'
import { EXECUTION_SECONDS, VOTING_SECONDS } from '@app/rules/constants.ts'
import { getMinVoterScore } from '@app/rules/voting.ts'
import { CLEARED_CAUSES } from '@app/server/agent/clearing/build-clearance.ts'
import { toIsoTime } from '@app/values/time.ts'
import {
  ALLOWED_HASH,
  Allowed,
  allowOneOf,
  allowRange,
  type Difference,
  type Finding,
  findFirst,
  findFirstDifference,
  refuse,
} from '../check.ts'
import { rebuildCaseMessage } from './messages.ts'
import { type EntryWithDetails, type ParsedCase, selectEntries } from './parse-case.ts'
import { rebuildText } from './record.ts'
import { getTime, parseAction, type Replay, replayCase } from './replay-case.ts'
import { rebuildStanding } from './standing.ts'

type Entry = EntryWithDetails<CaseEntryKind>

/**
 * Builds the entries again from what happened by them, by the rule book, and how the case stands, and compares. Undecided
 * where something follows from what is in another case.
 */
export function findCaseFinding(parsed: ParsedCase): Finding {
  const replay = replayCase(parsed)
  const difference =
    findFirst([...parsed.entries.keys()], (index) => findEntryDifference(parsed, replay, index)) ??
    findMissingEntry(parsed, replay) ??
    findFirstDifference('', { ...parsed.file, ...rebuildStanding(parsed) }, parsed.file)
  if (difference !== null) return difference
  const lost = [...listForeignEnds(parsed, replay), ...listForeignFreezes(parsed)]
  if (lost.length === 0) return null
  return { because: `${lost.join('; ')} is not in this case (--node URL --full).` }
}

function findEntryDifference(parsed: ParsedCase, replay: Replay, index: number): Difference | null {
  const entry = parsed.entries[index]
  if (entry === undefined) return null
  const expected = {
    kind: expectKind(parsed, entry),
    ...rebuildText(entry),
    message: rebuildCaseMessage(parsed, entry),
    txId: ON_CHAIN.includes(entry.kind) ? ALLOWED_HASH : null,
    ...rebuildContent(parsed, replay, entry),
    at: expectTime(entry, parsed.entries[index - 1]),
  }
  return findFirstDifference(entry.path, { ...expected, ...entry.entry, ...expected }, entry.entry)
}

/** Kinds that a transaction did; a lift by the agent alone has none. */
const ON_CHAIN: readonly CaseEntryKind[] = [
  'flag',
  'lift',
  'proposal',
  'vote',
  'execution',
  'freeze',
  'appeal',
]

/** What an entry records: once in each case. */
function getKey({ kind, details, entry }: Entry): string | null {
  switch (kind) {
    case 'proposal':
    case 'voting_end':
    case 'execution':
      return `${kind} ${details.proposalId}`
    case 'vote':
      return `${kind} ${details.proposalId} ${entry.by} ${details.sequence}`
    case 'appeal':
    case 'appeal_outcome':
      return `${kind} ${details.appealId}`
    case 'freeze_end':
      return `${kind} ${details.number}`
    default:
      return null
  }
}

function expectKind({ entries }: ParsedCase, entry: Entry): unknown {
  const key = getKey(entry)
  const first = entries.find((other) => key !== null && getKey(other) === key)
  if (first !== undefined && first !== entry) {
    return refuse(`another one than that of ${first.path}, given twice`)
  }
  return entry.kind
}

/** Entries are appended: none is earlier than the one before it, or than what it records. */
function expectTime(entry: Entry, before: Entry | undefined): Allowed {
  const happened = isEndOfVoting(entry) ? 0 : getTime(entry)
  const earliest = Math.max(Date.parse(before?.entry.at ?? '') || 0, happened * 1000)
  return new Allowed(
    `${new Date(earliest).toISOString()} or later, as the entry before it and what it records`,
    (found) => Date.parse(String(found)) >= earliest,
  )
}

const isEndOfVoting = ({ kind }: Entry): boolean => kind === 'voting_end'

/** What follows from what happened before: who did it, and the details. */
function rebuildContent(parsed: ParsedCase, replay: Replay, entry: Entry): object {
  switch (entry.kind) {
    case 'inputs':
    case 'warning':
      return {}
    case 'flag':
      return { by: entry.details.flagger }
    case 'lift':
      return rebuildLift(parsed, replay, entry)
    case 'proposal':
      return rebuildProposal(parsed, entry)
    case 'vote':
      return rebuildVote(parsed, entry)
    case 'voting_end':
      return rebuildEnd(replay, entry)
    case 'execution':
      return rebuildExecution(replay, entry)
    case 'freeze':
      return rebuildFreeze(parsed, entry)
    case 'freeze_end':
      return rebuildFreezeEnd(replay, entry)
    case 'appeal':
      return rebuildAppeal(parsed, replay, entry)
    case 'appeal_outcome':
      return rebuildOutcome(replay, entry)
    case 'owner_statement':
      return { by: parsed.address, details: { sequence: entry.entry.message?.sequence } }
    case 'clearance':
      return {
        by: entry.entry.by ?? refuse('the account that signed it'),
        details: { cause: allowOneOf(Object.keys(CLEARED_CAUSES)) },
      }
  }
}

/** Nobody did what the rules did by block time. */
const BY_RULES = { by: null }

function rebuildLift(
  parsed: ParsedCase,
  { record }: Replay,
  { details, entry }: EntryWithDetails<'lift'>,
): object {
  const { number, cause } = details
  if (number === null) {
    return { txId: null, details: { number, cause: allowOneOf(Object.keys(CLEARED_CAUSES)) } }
  }
  const flags = selectEntries(parsed, 'flag').map((flag) => flag.details.number)
  const isByAppeal = record.appeals.some(
    ({ flagNumber, stored }) =>
      flagNumber === number && /^(upheld|undecided)$/.test(stored?.outcome ?? ''),
  )
  const causes = ['recheck', 'unfreeze', ...(isByAppeal ? ['appeal'] : [])]
  return {
    by: cause === 'recheck' ? entry.by : null,
    details: { number: allowOneOf(flags), cause: allowOneOf(causes) },
  }
}

const findProposal = (parsed: ParsedCase, proposalId: number) =>
  selectEntries(parsed, 'proposal').find(({ details }) => details.proposalId === proposalId)

const LOST = refuse('the number of a proposal that the case has')

function rebuildProposal(parsed: ParsedCase, own: EntryWithDetails<'proposal'>): object {
  const { details } = own
  const appeal = selectEntries(parsed, 'appeal').find(
    (one) => one.details.appealId === details.proposalId,
  )
  const action = parseAction(parsed, own)
  const expected = {
    ...details,
    title:
      action === null
        ? refuse(`the contract's title to ${details.action} ${parsed.address}`)
        : details.title,
    isAppeal: appeal !== undefined,
    votingEndsAt: details.createdAt + VOTING_SECONDS,
  }
  if (appeal === undefined) return { details: expected }
  const { against, number, openedAt } = appeal.details
  const title = formatProposalTitle({
    name: 'unfreeze',
    target: parsed.address,
    flagNumber: against === 'flag' ? BigInt(number) : null,
    freezeNumber: against === 'freeze' ? BigInt(number) : null,
  })
  return {
    by: parsed.address,
    textHash: appeal.entry.textHash,
    details: { ...expected, action: 'unfreeze', title, rank: 'other', createdAt: openedAt },
  }
}

function rebuildVote(parsed: ParsedCase, own: EntryWithDetails<'vote'>): object {
  const { details, entry } = own
  const proposal = findProposal(parsed, details.proposalId)
  if (proposal === undefined) return { details: { ...details, proposalId: LOST } }
  const { createdAt, votingEndsAt } = proposal.details
  const action = parseAction(parsed, proposal)
  const recovery = action?.name === 'recover' ? action.recoveryAddress : null
  const votes = selectEntries(parsed, 'vote').filter(
    (other) => other.details.proposalId === details.proposalId,
  )
  const before = votes.slice(0, votes.indexOf(own)).findLast((other) => other.entry.by === entry.by)
  const end = selectEntries(parsed, 'voting_end').find(
    (one) => one.details.proposalId === details.proposalId,
  )
  const isParty = entry.by === parsed.address || entry.by === recovery
  const isReplaced = before !== undefined && before.details.sequence >= details.sequence
  return {
    ...(end !== undefined &&
      end.entry.number < entry.number && { kind: refuse(`before ${end.path}, the end of voting`) }),
    by: isParty ? refuse('neither the target nor the recovery address') : entry.by,
    details: {
      ...details,
      sequence: isReplaced
        ? refuse(`above ${before.details.sequence}, as the vote that it replaces`)
        : entry.message?.sequence,
      score: allowRange(getMinVoterScore(proposal.details), 100),
      castAt: allowRange(createdAt, votingEndsAt - 1, ', while voting was open'),
    },
  }
}

/** What voided another proposal than that of an appeal can be in another case. */
function rebuildEnd(
  { record, voided }: Replay,
  { details, entry }: EntryWithDetails<'voting_end'>,
): object {
  const { proposalId, result } = details
  const proposal = record.proposals.find(({ ballot }) => ballot.id === proposalId)
  if (proposal === undefined) return { ...BY_RULES, details: { ...details, proposalId: LOST } }
  const { votesFor, votesAgainst, votingEndsAt } = proposal.ballot
  const isForeign = result === 'expired' && !proposal.isAppeal
  const isEarly = Date.parse(entry.at) < votingEndsAt * 1000
  const outcome = isForeign ? result : (proposal.storedOutcome ?? refuse('still open'))
  const isPossible = !isEarly || isForeign || voided.has(proposalId)
  return {
    ...BY_RULES,
    ...(!isPossible && { kind: refuse(`later: voting ends at ${toIsoTime(votingEndsAt)}`) }),
    details: { proposalId, result: outcome, votesFor, votesAgainst },
  }
}

function rebuildExecution({ record }: Replay, { details }: EntryWithDetails<'execution'>): object {
  const proposal = record.proposals.find(({ ballot }) => ballot.id === details.proposalId)
  if (proposal === undefined) return { ...BY_RULES, details: { ...details, proposalId: LOST } }
  const { action, storedOutcome, ballot } = proposal
  const isApproved = storedOutcome === 'approved'
  const { votingEndsAt } = ballot
  return {
    ...BY_RULES,
    ...(!isApproved && { kind: refuse('missing, because the votes do not approve it') }),
    details: {
      proposalId: details.proposalId,
      action,
      executedAt: allowRange(votingEndsAt, votingEndsAt + EXECUTION_SECONDS - 1),
    },
  }
}

function rebuildFreeze(parsed: ParsedCase, { details }: EntryWithDetails<'freeze'>): object {
  const { number, proposalId, renewedAt } = details
  const since = allowRange(0, renewedAt, ', as renewedAt')
  const proposal = findProposal(parsed, proposalId)
  if (proposal === undefined) return { ...BY_RULES, details: { ...details, since } }
  const execution = selectEntries(parsed, 'execution').find(
    (one) => one.details.proposalId === proposalId,
  )
  if (execution === undefined || proposal.details.action !== 'freeze') {
    const expected = refuse('that of an executed proposal to freeze')
    return { ...BY_RULES, details: { ...details, proposalId: expected } }
  }
  return {
    ...BY_RULES,
    txId: execution.entry.txId,
    details: { number, proposalId, since, renewedAt: execution.details.executedAt },
  }
}

/** A vote ends a freeze by an executed unfreeze, or by a new freeze after it overruled this one. */
function rebuildFreezeEnd({ record }: Replay, { details }: EntryWithDetails<'freeze_end'>): object {
  const { number } = details
  const freeze = record.freezes.find((one) => one.number === number)
  if (freeze === undefined) {
    return { ...BY_RULES, details: { ...details, number: refuse('a freeze that the case has') } }
  }
  const { endedAt } = freeze
  const isByVote =
    record.proposals.some(
      (one) =>
        one.action === 'unfreeze' && one.freezeNumber === number && one.executedAt === endedAt,
    ) || record.freezes.some((one) => one !== freeze && one.since === endedAt)
  return { ...BY_RULES, details: { number, endedAt, cause: isByVote ? 'vote' : 'lapsed' } }
}

function rebuildAppeal(
  parsed: ParsedCase,
  { obstacles }: Replay,
  { details, path }: EntryWithDetails<'appeal'>,
): object {
  const { appealId, openedAt } = details
  const obstacle = obstacles.get(appealId)
  const hasProposal = findProposal(parsed, appealId) !== undefined
  return {
    by: parsed.address,
    details: {
      ...details,
      appealId: hasProposal ? appealId : LOST,
      number:
        obstacle === undefined
          ? details.number
          : refuse(`another one than that of ${path}: ${obstacle}`),
      deadline: openedAt + VOTING_SECONDS,
    },
  }
}

function rebuildOutcome(
  { record }: Replay,
  { details }: EntryWithDetails<'appeal_outcome'>,
): object {
  const { appealId } = details
  const appeal = record.appeals.find(({ id }) => id === appealId)
  const expected = appeal === undefined ? refuse('an appeal that the case has before') : appealId
  const open = { outcome: refuse('open'), closedAt: details.closedAt }
  return { ...BY_RULES, details: { appealId: expected, ...(appeal?.stored ?? open) } }
}

/** What block time alone has ended before the last entry is in the file too. */
function findMissingEntry(parsed: ParsedCase, { record }: Replay): Difference | null {
  const known = new Set(parsed.entries.map(getKey))
  const last = parsed.entries.at(-1)?.atSeconds ?? 0
  const ended = [
    ...record.proposals.map(({ ballot }) => ({
      key: `voting_end ${ballot.id}`,
      at: ballot.votingEndsAt,
      what: `the end of voting on proposal ${ballot.id}`,
    })),
    ...record.appeals.map(({ id, deadline, stored }) => ({
      key: `appeal_outcome ${id}`,
      at: deadline,
      what: `the outcome of appeal ${id}, ${stored?.outcome}`,
    })),
    ...record.freezes.map(({ number, endedAt }) => ({
      key: `freeze_end ${number}`,
      at: endedAt ?? last,
      what: `the end of freeze ${number}`,
    })),
  ]
  const missing = ended.find(({ key, at }) => at < last && !known.has(key))
  if (missing === undefined) return null
  const expected = `with ${missing.what} at ${missing.at}, because a later entry follows`
  return { path: 'entries', expected, found: 'without it' }
}

/** Ends of voting that are said to be void, by what the case does not have. */
const listForeignEnds = (parsed: ParsedCase, { record }: Replay): string[] =>
  selectEntries(parsed, 'voting_end').flatMap(({ path, details: { proposalId, result } }) => {
    const proposal = record.proposals.find(({ ballot }) => ballot.id === proposalId)
    const isForeign = proposal !== undefined && proposal.storedOutcome !== result
    return isForeign ? `what made proposal ${proposalId} void, as ${path} says,` : []
  })

const listForeignFreezes = (parsed: ParsedCase): string[] =>
  selectEntries(parsed, 'freeze').flatMap(({ path, details: { proposalId } }) =>
    findProposal(parsed, proposalId) === undefined
      ? `proposal ${proposalId}, which caused ${path},`
      : [],
  )
