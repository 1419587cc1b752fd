import type { CaseEntryKind } from '@app/api/schemas/case.ts'
import type { GovernanceAction } from '@app/contracts/consent-message.ts'
import { parseProposalTitle } from '@app/contracts/proposal-title.ts'
import { EXECUTION_SECONDS } from '@app/rules/constants.ts'
import {
  EMPTY_RECORD,
  getProtectionState,
  type ProtectionRecord,
  type RuledProposal,
} from '@app/rules/protection-state.ts'
import { getAppealObstacle } from '@app/rules/remedies.ts'
import { settleRecord } from '@app/rules/settle.ts'
import { countVotes, isCounted, type VoteCounts } from '@app/rules/voting.ts'
import { toAddress } from '@app/values/address.ts'
import { MIN_VOTES_FOR } from '@app/values/limits.ts'
import { type EntryWithDetails, type ParsedCase, selectEntries } from './parse-case.ts'

type Entry = EntryWithDetails<CaseEntryKind>

/** What the rule book makes of what happened in a case. */
export interface Replay {
  /** At the time of the last entry. */
  record: ProtectionRecord
  /** Proposals of which nothing stood any more, or that a vote overruled, before their voting ended. */
  voided: ReadonlySet<number>
  /** Why the contracts refuse an appeal of the case, by its number. */
  obstacles: ReadonlyMap<number, string>
}

/**
 * Replays flags, proposals, votes, executions, freezes and appeals of a case in the order of their times. Whether a flag
 * was lifted is taken from the file: an appeal in another case decides whether silence lifts it.
 */
export function replayCase(parsed: ParsedCase): Replay {
  const lifted = new Set(selectEntries(parsed, 'lift').map(({ details }) => details.number))
  const voided = new Set<number>()
  const obstacles = new Map<number, string>()
  let record = EMPTY_RECORD
  const settleAt = (now: number) => {
    const state = getProtectionState(record, now)
    for (const [id, { isVoid }] of state.decisions) if (isVoid) voided.add(id)
    const settled = settleRecord(record, state)
    const flags = settled.flags.map((flag) =>
      lifted.has(flag.number) ? flag : { ...flag, liftedAt: null },
    )
    record = { ...settled, flags }
  }
  const inOrder = parsed.entries
    .map((entry) => ({ entry, at: getTime(entry) }))
    .toSorted((a, b) => a.at - b.at)
  for (const { entry, at } of inOrder) {
    settleAt(at)
    if (entry.kind === 'appeal') {
      const obstacle = findObstacle(record, entry)
      if (obstacle !== null) obstacles.set(entry.details.appealId, obstacle)
    }
    record = apply(record, parsed, entry)
    settleAt(at)
  }
  return { record, voided, obstacles }
}

/** When the thing happened by its details, in Unix seconds; otherwise when it was recorded. */
export function getTime({ kind, details, atSeconds }: Entry): number {
  switch (kind) {
    case 'proposal':
      return details.createdAt
    case 'vote':
      return details.castAt
    case 'execution':
      return details.executedAt
    case 'freeze':
      return details.renewedAt
    case 'freeze_end':
      return details.endedAt
    case 'appeal':
      return details.openedAt
    case 'appeal_outcome':
      return details.closedAt
    default:
      return atSeconds
  }
}

/** Without the vote behind the freeze, how often it was renewed is unknown. */
function findObstacle(
  record: ProtectionRecord,
  { details: { against, number, openedAt } }: EntryWithDetails<'appeal'>,
): string | null {
  const isExecuted = record.proposals.some(({ executedAt }) => executedAt !== null)
  if (against === 'freeze' && !isExecuted) return null
  const subject = against === 'flag' ? { flagNumber: number } : { freezeNumber: number }
  return getAppealObstacle(getProtectionState(record, openedAt), subject)?.message ?? null
}

function apply(record: ProtectionRecord, parsed: ParsedCase, entry: Entry): ProtectionRecord {
  const { flags, freezes, appeals, proposals } = record
  switch (entry.kind) {
    case 'flag':
      return { ...record, flags: [...flags, toFlag(parsed, entry)] }
    case 'lift': {
      const { number, cause } = entry.details
      if (cause === 'appeal') return record
      const lift = { liftedAt: entry.atSeconds }
      return {
        ...record,
        flags: flags.map((one) => (one.number === number ? { ...one, ...lift } : one)),
      }
    }
    case 'proposal':
      return { ...record, proposals: [...proposals, toProposal(parsed, entry)] }
    case 'execution':
      return applyExecution(record, entry)
    case 'freeze':
      return { ...record, freezes: applyFreeze(freezes, entry) }
    case 'appeal':
      return { ...record, appeals: [...appeals, toAppeal(parsed, entry)] }
    default:
      return record
  }
}

const toFlag = (
  { file }: ParsedCase,
  { details, entry, atSeconds: flaggedAt }: EntryWithDetails<'flag'>,
): ProtectionRecord['flags'][number] => ({
  number: details.number,
  caseId: file.caseId,
  reasonCode: details.reasonCode,
  flagger: toAddress(entry.by ?? file.address),
  flaggedAt,
  liftedAt: null,
})

/** Returns what a proposal does; `null` when its title is not the contract's. */
export const parseAction = (
  { address: target }: Pick<ParsedCase, 'address'>,
  { details: { action, title } }: EntryWithDetails<'proposal'>,
): GovernanceAction | null => parseProposalTitle({ action, target, title })

/** Counts all votes of a case on a proposal: whether voting was open is checked apart. */
export function countVotesOn(parsed: ParsedCase, proposalId: number): VoteCounts {
  const votes = selectEntries(parsed, 'vote')
    .filter(({ details }) => details.proposalId === proposalId)
    .map(({ entry: { by: voter }, details }) => ({ voter, ...details }))
  return countVotes(votes.filter((one) => isCounted(one, votes)).map(({ support }) => support))
}

function toProposal(parsed: ParsedCase, entry: EntryWithDetails<'proposal'>): RuledProposal {
  const { proposalId: id, action, createdAt, votingEndsAt, isAppeal } = entry.details
  const named = parseAction(parsed, entry)
  const flagNumber = named?.name === 'unfreeze' ? named.flagNumber : null
  const freezeNumber = named === null || named.name === 'freeze' ? null : named.freezeNumber
  return {
    action,
    target: parsed.address,
    flagNumber: flagNumber === null ? null : Number(flagNumber),
    freezeNumber: freezeNumber === null ? null : Number(freezeNumber),
    isAppeal,
    ballot: {
      ...{ id, createdAt, votingEndsAt, executableUntil: votingEndsAt + EXECUTION_SECONDS },
      ...countVotesOn(parsed, id),
      minVotesFor: MIN_VOTES_FOR[action],
    },
    storedStatus: 'pending',
    storedOutcome: null,
    executedAt: null,
  }
}

/** An executed unfreeze ends the freeze that it names. */
function applyExecution(
  record: ProtectionRecord,
  { details: { proposalId, executedAt } }: EntryWithDetails<'execution'>,
): ProtectionRecord {
  const proposal = record.proposals.find(({ ballot }) => ballot.id === proposalId)
  const isEnded = ({ number, endedAt }: ProtectionRecord['freezes'][number]) =>
    proposal?.action === 'unfreeze' && proposal.freezeNumber === number && endedAt === null
  return {
    ...record,
    proposals: record.proposals.map((one) =>
      one === proposal ? { ...one, executedAt, storedStatus: 'executed' as const } : one,
    ),
    freezes: record.freezes.map((one) => (isEnded(one) ? { ...one, endedAt: executedAt } : one)),
  }
}

/** A freeze with a new number ends the one that stands, which a vote has overruled. */
function applyFreeze(
  freezes: ProtectionRecord['freezes'],
  { details }: EntryWithDetails<'freeze'>,
): ProtectionRecord['freezes'] {
  const { number, proposalId, since, renewedAt } = details
  const known = freezes.find((one) => one.number === number)
  if (known !== undefined) {
    return freezes.map((one) => (one === known ? { ...one, proposalId, renewedAt } : one))
  }
  const begun = { number, proposalId, since, renewedAt, flagCaseId: null }
  const ended = freezes.map((one) => ({ ...one, endedAt: one.endedAt ?? renewedAt }))
  return [...ended, { ...begun, endedAt: null, overruledAt: null, lastOverruledAt: null }]
}

const toAppeal = (
  { file }: ParsedCase,
  { details }: EntryWithDetails<'appeal'>,
): ProtectionRecord['appeals'][number] => ({
  id: details.appealId,
  flagNumber: details.against === 'flag' ? details.number : null,
  freezeNumber: details.against === 'freeze' ? details.number : null,
  caseId: file.caseId,
  openedAt: details.openedAt,
  deadline: details.deadline,
  stored: null,
})
