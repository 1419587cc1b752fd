import { CASE_ENTRY_KINDS, type CaseEntryKind, type EntryContent } from '@app/api/schemas/case.ts'
import { hashReason } from '@app/contracts/hash-reason.ts'
import type { AppealState } from '@app/rules/protection-state.ts'
import { toCanonicalJson } from '@app/score/canonical/canonical-json.ts'
import type { Address } from '@app/values/address.ts'
import { REASON_CODES } from '@app/values/reason-code.ts'
import type { StatementOfReasons } from '../db/tables/agent-tables.ts'
import type { ProposalRow } from '../db/tables/dao-tables.ts'
import type { ProposalView } from '../governance/read-proposals.ts'
import { assignCases, type CaseAssignment } from './assign-cases.ts'
import type { CaseSources, SaidStatement } from './read-case-sources.ts'

/** Something that happened in a case, with the details of its kind. */
export type CaseEvent<K extends CaseEntryKind = CaseEntryKind> = EntryContent<K> & {
  caseId: string
  /** Unix milliseconds of block time. */
  atMs: number
  /** Who did it; `null`: the rules, by block time. */
  by: Address | null
  /** What it records: once in each case. */
  source: string
  text: string | null
  /** SHA-256 of the text; known for some texts that are not. */
  textHash: string | null
  txId: string | null
}

/** Lists everything that happened in the cases of an address by now, in the order of block time, to the second. Pure. */
export function listCaseEvents(sources: CaseSources): CaseEvent[] {
  const cases = assignCases(sources)
  return [
    ...listInputs(sources),
    ...listWarnings(sources),
    ...listFlags(sources),
    ...sources.proposals.flatMap((proposal) => {
      const caseId = cases.ofProposal(proposal)
      return caseId === null ? [] : listProposalEvents(sources, proposal, caseId)
    }),
    ...listFreezes(sources, cases),
    ...listAppeals(sources, cases),
    ...listOwnerStatements(sources),
    ...listWithdrawals(sources),
  ]
    .map((event) => ({ ...event, atMs: Math.floor(event.atMs / 1000) * 1000 }))
    .sort((a, b) => a.atMs - b.atMs || rank(a) - rank(b))
}

const rank = ({ kind }: CaseEvent): number => CASE_ENTRY_KINDS.indexOf(kind)

const WITHOUT_TEXT = { text: null, textHash: null }

/** The evidence of each accusation and flag, once in each case. */
function listInputs({ accusations, flags, scores }: CaseSources): CaseEvent[] {
  const named = [
    ...accusations.map((row) => ({ ...row, atMs: row.opened_ms })),
    ...flags.map((row) => ({ ...row, atMs: (row.flagged_at ?? 0) * 1000 })),
  ]
  const events = named.flatMap(({ case_id: caseId, evidence_hash, atMs }): CaseEvent[] => {
    const score = scores.find(({ evidenceHash }) => evidenceHash === evidence_hash)
    if (score === undefined) return []
    const source = `inputs ${score.evidenceHash}`
    const parts = { by: null, txId: null, ...WITHOUT_TEXT }
    return [{ caseId, kind: 'inputs', atMs, details: { ...score }, source, ...parts }]
  })
  return events.filter(
    ({ caseId, source }, index) =>
      events.findIndex((other) => other.caseId === caseId && other.source === source) === index,
  )
}

function listWarnings({ statements, agent }: CaseSources): CaseEvent[] {
  return statements
    .filter(({ action }) => action === 'warn')
    .map((said) => ({
      caseId: said.caseId,
      kind: 'warning' as const,
      atMs: said.atMs,
      by: agent,
      details: { reasonCode: findReasonCode(said), isAutomated: said.statement.isAutomated },
      source: `warning ${said.id}`,
      ...toStatementText(said.statement),
      txId: null,
    }))
}

const findReasonCode = ({ statement }: SaidStatement): string =>
  REASON_CODES.find((code) => statement.evidenceKinds.includes(code)) ?? 'behaviour'

function toStatementText(statement: StatementOfReasons): Pick<CaseEvent, 'text' | 'textHash'> {
  const text = toCanonicalJson(JSON.parse(JSON.stringify(statement)))
  return { text, textHash: hashReason(text) }
}

function listFlags(sources: CaseSources): CaseEvent[] {
  return sources.flags.flatMap((row): CaseEvent[] => {
    const { case_id: caseId, flagged_at: at, flag_tx_id: txId, flagger: by } = row
    const { number, reason_code: reasonCode, reason_hash: reasonHash } = row
    if (at === null || by === null || reasonHash === null) return []
    const details = { number, reasonCode, flagger: by, reasonHash }
    const statement = findFlagStatement(sources, row)
    const text = statement === undefined ? WITHOUT_TEXT : toStatementText(statement)
    const source = `flag ${number}`
    const flag = { caseId, by, details, source, ...text, txId }
    return [{ ...flag, kind: 'flag', atMs: at * 1000 }, ...listLift(row)]
  })
}

/** What the agent told of a flag; what it accused of, where the chain shows its flag before it tells. */
function findFlagStatement(
  { statements, accusations }: CaseSources,
  { case_id: caseId }: CaseSources['flags'][number],
): StatementOfReasons | undefined {
  const told = statements.findLast((one) => one.caseId === caseId && one.action === 'flag')
  return told?.statement ?? accusations.find((one) => one.case_id === caseId)?.statement
}

function listLift(row: CaseSources['flags'][number]): CaseEvent[] {
  const { case_id: caseId, number, lifted_at: at, lift_cause: cause, lift_tx_id: txId } = row
  if (at === null || cause === null) return []
  const details = { number, cause }
  const by = cause === 'recheck' ? row.flagger : null
  const source = `lift ${number}`
  return [{ caseId, kind: 'lift', atMs: at * 1000, by, details, source, ...WITHOUT_TEXT, txId }]
}

/** Lists what happened to a proposal by now: itself, its votes, the end of voting and its execution. Pure. */
function listProposalEvents(
  { votes }: Pick<CaseSources, 'votes'>,
  proposal: ProposalView,
  caseId: string,
): CaseEvent[] {
  const own = votes.filter(({ proposal_id }) => proposal_id === proposal.ballot.id)
  return [
    toProposalEvent(proposal, caseId),
    ...own.map((vote) => toVoteEvent(vote, caseId)),
    ...listVotingEnd(proposal, caseId),
    ...listExecution(proposal, caseId),
  ]
}

function toProposalEvent({ row, action }: ProposalView, caseId: string): CaseEvent {
  const { id: proposalId, title, rank, is_appeal: isAppeal } = row
  const times = { createdAt: row.created_at, votingEndsAt: row.voting_ends_at }
  return {
    caseId,
    kind: 'proposal',
    atMs: row.created_at * 1000,
    by: row.proposer,
    details: { proposalId, action, title, rank, isAppeal, ...times },
    source: `proposal ${proposalId}`,
    text: row.reason,
    textHash: row.reason_hash,
    txId: row.tx_id,
  }
}

function toVoteEvent(vote: CaseSources['votes'][number], caseId: string): CaseEvent {
  const { proposal_id: proposalId, voter, sequence, support, evidence_hash, cast_at } = vote
  const score = vote.score_tenths / 10
  return {
    caseId,
    kind: 'vote',
    atMs: cast_at * 1000,
    by: voter,
    details: { proposalId, support, sequence, score, evidenceHash: evidence_hash, castAt: cast_at },
    source: `vote ${proposalId} ${voter} ${sequence}`,
    ...WITHOUT_TEXT,
    txId: vote.tx_id,
  }
}

function listVotingEnd(proposal: ProposalView, caseId: string): CaseEvent[] {
  const { ballot, votingOutcome: result, voided } = proposal
  if (result === 'open') return []
  const { id: proposalId, votesFor, votesAgainst, votingEndsAt } = ballot
  return [
    {
      caseId,
      kind: 'voting_end',
      // One of which nothing stands any more ends before.
      atMs: Math.min(voided?.at ?? votingEndsAt, votingEndsAt) * 1000,
      by: null,
      details: { proposalId, result, votesFor, votesAgainst },
      source: `voting end ${proposalId}`,
      ...WITHOUT_TEXT,
      txId: null,
    },
  ]
}

function listExecution(
  { row, action, executedAt, executedTxId }: ProposalView,
  caseId: string,
): CaseEvent[] {
  if (executedAt === null) return []
  return [
    {
      caseId,
      kind: 'execution',
      atMs: executedAt * 1000,
      by: null,
      details: { proposalId: row.id, action, executedAt },
      source: `execution ${row.id}`,
      ...WITHOUT_TEXT,
      txId: executedTxId,
    },
  ]
}

function listFreezes(
  { freezes, state, now, proposals }: CaseSources,
  cases: CaseAssignment,
): CaseEvent[] {
  return freezes.flatMap((freeze): CaseEvent[] => {
    const { number, proposal_id: proposalId, since, renewed_at: renewedAt } = freeze
    if (proposalId === null || since === null || renewedAt === null) return []
    const isLast = state.lastFreeze?.number === number
    const endedAt = freeze.ended_at ?? (isLast ? state.freezeEnd : null)
    const caseId = cases.ofFreeze(freeze)
    const proposal = proposals.find(({ ballot }) => ballot.id === proposalId)
    const shared = { caseId, by: null, ...WITHOUT_TEXT }
    const began: CaseEvent = {
      ...shared,
      kind: 'freeze',
      atMs: renewedAt * 1000,
      details: { number, proposalId, since, renewedAt },
      source: `freeze ${number} ${renewedAt}`,
      txId: proposal?.executedTxId ?? null,
    }
    if (endedAt === null || endedAt > now) return [began]
    const cause: 'lapsed' | 'vote' = freeze.end_proposal_id === null ? 'lapsed' : 'vote'
    const details = { number, cause, endedAt }
    const source = `freeze end ${number}`
    return [
      began,
      { ...shared, kind: 'freeze_end', atMs: endedAt * 1000, details, source, txId: null },
    ]
  })
}

function listAppeals(sources: CaseSources, cases: CaseAssignment): CaseEvent[] {
  return sources.state.appeals.flatMap((appeal): CaseEvent[] => {
    const caseId = cases.ofAppeal(appeal)
    const proposal = sources.proposals.find(({ ballot }) => ballot.id === appeal.id)
    if (caseId === null || proposal === undefined) return []
    const opened = toAppealEvent(appeal, proposal.row, caseId)
    const { id: appealId, outcome, closedAt } = appeal
    if (closedAt === null || outcome === 'open') return [opened]
    const details = { appealId, outcome, closedAt }
    const parts = { caseId, by: null, ...WITHOUT_TEXT, txId: null }
    const source = `appeal outcome ${appealId}`
    return [opened, { ...parts, kind: 'appeal_outcome', atMs: closedAt * 1000, details, source }]
  })
}

function toAppealEvent(appeal: AppealState, row: ProposalRow, caseId: string): CaseEvent<'appeal'> {
  const { id: appealId, flagNumber, freezeNumber, openedAt, deadline } = appeal
  const against = flagNumber === null ? 'freeze' : 'flag'
  // One of the two is a number.
  const number = flagNumber ?? freezeNumber ?? 0
  return {
    caseId,
    kind: 'appeal',
    atMs: openedAt * 1000,
    by: row.proposer,
    details: { appealId, against, number, openedAt, deadline },
    source: `appeal ${appealId}`,
    text: row.reason,
    textHash: row.reason_hash,
    txId: row.tx_id,
  }
}

function listOwnerStatements({ ownerStatements, address }: CaseSources): CaseEvent[] {
  return ownerStatements.map(({ case_id, sequence, at_ms, text, text_hash }) => ({
    caseId: case_id,
    kind: 'owner_statement' as const,
    atMs: at_ms,
    by: address,
    details: { sequence },
    source: `owner statement ${sequence}`,
    text,
    textHash: text_hash,
    txId: null,
  }))
}

/** Warnings that were withdrawn before they became flags, and what the agent signed about the end. */
function listWithdrawals({ accusations, flags, agent }: CaseSources): CaseEvent[] {
  return accusations.flatMap((row): CaseEvent[] => {
    const { case_id: caseId, cleared_ms: atMs, cleared_cause: cause, clearance } = row
    if (atMs === null || cause === null) return []
    const shared = { caseId, atMs, by: agent, txId: null }
    const wasFlagged = flags.some(({ case_id }) => case_id === caseId)
    const details = { number: null, cause }
    const lift: CaseEvent = {
      ...shared,
      kind: 'lift',
      details,
      source: 'withdrawal',
      ...WITHOUT_TEXT,
    }
    const ended = wasFlagged ? [] : [lift]
    if (clearance === null) return ended
    const text = { text: clearance.text, textHash: hashReason(clearance.text) }
    return [
      ...ended,
      { ...shared, kind: 'clearance', details: { cause }, source: 'clearance', ...text },
    ]
  })
}
