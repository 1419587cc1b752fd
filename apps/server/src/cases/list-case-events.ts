import { CASE_ENTRY_KINDS, type CaseEntryKind, type EntryContent } from '@app/api/schemas/case.ts'
import { hashReason } from '@app/contracts/hash-reason.ts'
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

/** An event that nobody did, without a text and a transaction. */
const BY_RULES = { by: null, text: null, textHash: null, txId: null }

const toMs = (seconds: number) => seconds * 1000

/** The evidence of each accusation and flag, once in each case. */
function listInputs({ accusations, flags, scores }: CaseSources): CaseEvent[] {
  const named = [
    ...accusations.map((row) => ({ ...row, atMs: row.opened_ms })),
    ...flags.map((row) => ({ ...row, atMs: toMs(row.flagged_at ?? 0) })),
  ]
  const events = named.flatMap(({ case_id: caseId, evidence_hash, atMs }): CaseEvent[] => {
    const score = scores.find(({ evidenceHash }) => evidenceHash === evidence_hash)
    if (score === undefined) return []
    const source = `inputs ${score.evidenceHash}`
    return [{ ...BY_RULES, caseId, kind: 'inputs', atMs, details: { ...score }, source }]
  })
  const firsts = Map.groupBy(events, ({ caseId, source }) => `${caseId} ${source}`)
  return [...firsts.values()].flatMap(([first]) => first ?? [])
}

const listWarnings = ({ statements, agent }: CaseSources): CaseEvent[] =>
  statements
    .filter(({ action }) => action === 'warn')
    .map((said) => ({
      caseId: said.caseId,
      kind: 'warning',
      atMs: said.atMs,
      by: agent,
      details: { reasonCode: findReasonCode(said), isAutomated: said.statement.isAutomated },
      source: `warning ${said.id}`,
      ...toStatementText(said.statement),
      txId: null,
    }))

const findReasonCode = ({ statement }: SaidStatement): string =>
  REASON_CODES.find((code) => statement.evidenceKinds.includes(code)) ?? 'behaviour'

function toStatementText(statement: StatementOfReasons): Pick<CaseEvent, 'text' | 'textHash'> {
  const text = toCanonicalJson(JSON.parse(JSON.stringify(statement)))
  return { text, textHash: hashReason(text) }
}

function listFlags(sources: CaseSources): CaseEvent[] {
  return sources.flags.flatMap((row): CaseEvent[] => {
    const { case_id: caseId, flagged_at: at, flag_tx_id: txId, flagger: by, number } = row
    const { reason_code: reasonCode, reason_hash: reasonHash } = row
    const { lifted_at: liftedAt, lift_cause: cause, lift_tx_id: liftTxId } = row
    if (at === null || by === null || reasonHash === null) return []
    const statement = findFlagStatement(sources, row)
    const flag: CaseEvent = {
      ...{ ...BY_RULES, ...(statement && toStatementText(statement)) },
      caseId,
      kind: 'flag',
      atMs: toMs(at),
      by,
      details: { number, reasonCode, flagger: by, reasonHash },
      source: `flag ${number}`,
      txId,
    }
    if (liftedAt === null || cause === null) return [flag]
    const lift: CaseEvent = {
      ...BY_RULES,
      caseId,
      kind: 'lift',
      atMs: toMs(liftedAt),
      by: cause === 'recheck' ? by : null,
      details: { number, cause },
      source: `lift ${number}`,
      txId: liftTxId,
    }
    return [flag, lift]
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

/** Lists what happened to a proposal by now: itself, its votes, the end of voting and its execution. */
function listProposalEvents(
  { votes }: CaseSources,
  proposal: ProposalView,
  caseId: string,
): CaseEvent[] {
  const { row, action, ballot, votingOutcome: result, voided, executedAt, executedTxId } = proposal
  const { id: proposalId, title, rank, is_appeal: isAppeal } = row
  const { votesFor, votesAgainst, votingEndsAt } = ballot
  const events: CaseEvent[] = [
    {
      ...toProposalText(row),
      caseId,
      kind: 'proposal',
      atMs: toMs(row.created_at),
      details: {
        proposalId,
        action,
        title,
        rank,
        isAppeal,
        createdAt: row.created_at,
        votingEndsAt,
      },
      source: `proposal ${proposalId}`,
    },
  ]
  for (const vote of votes.filter(({ proposal_id }) => proposal_id === proposalId)) {
    const { voter, sequence, support, evidence_hash: evidenceHash, cast_at: castAt } = vote
    const score = vote.score_tenths / 10
    events.push({
      ...BY_RULES,
      caseId,
      kind: 'vote',
      atMs: toMs(castAt),
      by: voter,
      details: { proposalId, support, sequence, score, evidenceHash, castAt },
      source: `vote ${proposalId} ${voter} ${sequence}`,
      txId: vote.tx_id,
    })
  }
  if (result !== 'open') {
    events.push({
      ...BY_RULES,
      caseId,
      kind: 'voting_end',
      // One of which nothing stands any more ends before.
      atMs: toMs(Math.min(voided?.at ?? votingEndsAt, votingEndsAt)),
      details: { proposalId, result, votesFor, votesAgainst },
      source: `voting end ${proposalId}`,
    })
  }
  if (executedAt !== null) {
    events.push({
      ...BY_RULES,
      caseId,
      kind: 'execution',
      atMs: toMs(executedAt),
      details: { proposalId, action, executedAt },
      source: `execution ${proposalId}`,
      txId: executedTxId,
    })
  }
  return events
}

/** Who proposed, and why. */
const toProposalText = ({ proposer: by, reason: text, reason_hash, tx_id: txId }: ProposalRow) => ({
  by,
  text,
  textHash: reason_hash,
  txId,
})

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
    const began: CaseEvent = {
      ...BY_RULES,
      caseId,
      kind: 'freeze',
      atMs: toMs(renewedAt),
      details: { number, proposalId, since, renewedAt },
      source: `freeze ${number} ${renewedAt}`,
      txId: proposal?.executedTxId ?? null,
    }
    if (endedAt === null || endedAt > now) return [began]
    const cause = freeze.end_proposal_id === null ? 'lapsed' : 'vote'
    const end: CaseEvent = {
      ...BY_RULES,
      caseId,
      kind: 'freeze_end',
      atMs: toMs(endedAt),
      details: { number, cause, endedAt },
      source: `freeze end ${number}`,
    }
    return [began, end]
  })
}

function listAppeals(sources: CaseSources, cases: CaseAssignment): CaseEvent[] {
  return sources.state.appeals.flatMap((appeal): CaseEvent[] => {
    const caseId = cases.ofAppeal(appeal)
    const proposal = sources.proposals.find(({ ballot }) => ballot.id === appeal.id)
    if (caseId === null || proposal === undefined) return []
    const { id: appealId, flagNumber, freezeNumber, openedAt, deadline } = appeal
    const { outcome, closedAt } = appeal
    const against = flagNumber === null ? 'freeze' : 'flag'
    // One of the two is a number.
    const number = flagNumber ?? freezeNumber ?? 0
    const opened: CaseEvent = {
      ...toProposalText(proposal.row),
      caseId,
      kind: 'appeal',
      atMs: toMs(openedAt),
      details: { appealId, against, number, openedAt, deadline },
      source: `appeal ${appealId}`,
    }
    if (closedAt === null || outcome === 'open') return [opened]
    const end: CaseEvent = {
      ...BY_RULES,
      caseId,
      kind: 'appeal_outcome',
      atMs: toMs(closedAt),
      details: { appealId, outcome, closedAt },
      source: `appeal outcome ${appealId}`,
    }
    return [opened, end]
  })
}

const listOwnerStatements = ({ ownerStatements, address }: CaseSources): CaseEvent[] =>
  ownerStatements.map(({ case_id: caseId, sequence, at_ms: atMs, text, text_hash: textHash }) => ({
    caseId,
    kind: 'owner_statement',
    atMs,
    by: address,
    details: { sequence },
    source: `owner statement ${sequence}`,
    text,
    textHash,
    txId: null,
  }))

/** Warnings that were withdrawn before they became flags, and what the agent signed about the end. */
function listWithdrawals({ accusations, flags, agent }: CaseSources): CaseEvent[] {
  return accusations.flatMap((row): CaseEvent[] => {
    const { case_id: caseId, cleared_ms: atMs, cleared_cause: cause, clearance } = row
    if (atMs === null || cause === null) return []
    const shared = { ...BY_RULES, caseId, atMs, by: agent }
    const wasFlagged = flags.some(({ case_id }) => case_id === caseId)
    const events: CaseEvent[] = []
    if (!wasFlagged)
      events.push({
        ...shared,
        kind: 'lift',
        details: { number: null, cause },
        source: 'withdrawal',
      })
    if (clearance !== null) {
      const text = { text: clearance.text, textHash: hashReason(clearance.text) }
      const details = { cause }
      events.push({ ...shared, kind: 'clearance', details, source: 'clearance', ...text })
    }
    return events
  })
}
