import { CASE_ENTRY_KINDS } from '@app/api/schemas/case/case-file.ts'
import { hashReason } from '@app/contracts/hash-reason.ts'
import { toCanonicalJson } from '@app/score/canonical/canonical-json.ts'
import { REASON_CODES } from '../db/tables/agent-tables.ts'
import type { ProposalRow } from '../db/tables/dao-tables.ts'
import type { Appeal } from '../governance/rules/protection-state.ts'
import { assignCases, type CaseAssignment } from './assign-cases.ts'
import type { CaseEvent } from './case-entry.ts'
import { listProposalEvents } from './list-proposal-events.ts'
import type { CaseSources, SaidStatement } from './read-case-sources.ts'

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
      kind: 'warning',
      atMs: said.atMs,
      by: agent,
      details: { reasonCode: findReasonCode(said), isAutomated: said.statement.isAutomated },
      source: `warning ${said.id}`,
      ...toStatementText(said),
      txId: null,
    }))
}

const findReasonCode = ({ statement }: SaidStatement): string =>
  REASON_CODES.find((code) => statement.evidenceKinds.includes(code)) ?? 'behaviour'

function toStatementText({ statement }: SaidStatement): Pick<CaseEvent, 'text' | 'textHash'> {
  const text = toCanonicalJson(JSON.parse(JSON.stringify(statement)))
  return { text, textHash: hashReason(text) }
}

function listFlags({ flags, statements }: CaseSources): CaseEvent[] {
  return flags.flatMap((row): CaseEvent[] => {
    const { case_id: caseId, flagged_at: at, flag_tx_id: txId, flagger: by } = row
    if (at === null) return []
    const said = statements.findLast((one) => one.caseId === caseId && one.action === 'flag')
    const { number, reason_code: reasonCode, reason_hash: reasonHash } = row
    const details = { number, reasonCode, flagger: by, reasonHash }
    const statement = said === undefined ? WITHOUT_TEXT : toStatementText(said)
    const source = `flag ${number}`
    const flag = { caseId, by, details, source, ...statement, txId }
    return [{ ...flag, kind: 'flag', atMs: at * 1000 }, ...listLift(row)]
  })
}

function listLift(row: CaseSources['flags'][number]): CaseEvent[] {
  const { case_id: caseId, number, lifted_at: at, lift_cause: cause, lift_tx_id: txId } = row
  if (at === null) return []
  const details = { number, cause }
  const by = cause === 'recheck' ? row.flagger : null
  const source = `lift ${number}`
  return [{ caseId, kind: 'lift', atMs: at * 1000, by, details, source, ...WITHOUT_TEXT, txId }]
}

function listFreezes(
  { freezes, state, now, proposals }: CaseSources,
  cases: CaseAssignment,
): CaseEvent[] {
  return freezes.flatMap((freeze): CaseEvent[] => {
    const { number, proposal_id: proposalId, since, renewed_at: renewedAt } = freeze
    if (since === null || renewedAt === null) return []
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
    const cause = freeze.end_proposal_id === null ? 'lapsed' : 'vote'
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
    if (closedAt === null) return [opened]
    const details = { appealId, outcome, closedAt }
    const parts = { caseId, by: null, ...WITHOUT_TEXT, txId: null }
    const source = `appeal outcome ${appealId}`
    return [opened, { ...parts, kind: 'appeal_outcome', atMs: closedAt * 1000, details, source }]
  })
}

function toAppealEvent(appeal: Appeal, row: ProposalRow, caseId: string): CaseEvent {
  const { id: appealId, flagNumber, freezeNumber, openedAt, deadline } = appeal
  const against = flagNumber === null ? 'freeze' : 'flag'
  const number = flagNumber ?? freezeNumber
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
    kind: 'owner_statement',
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
    if (atMs === null) return []
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
