import { isCarriedOut } from '@app/rules/protection-state.ts'
import type { CaseRow } from '../db/tables/case-tables.ts'
import type { ProposalView } from '../governance/read-proposals.ts'
import { assignCases } from './assign-cases.ts'
import type { CaseEvent } from './list-case-events.ts'
import type { CaseSources } from './read-case-sources.ts'

/** How a case stands, without what its entries say. */
export type CaseStanding = Pick<
  CaseRow,
  'kind' | 'reason_code' | 'is_automated' | 'is_open' | 'outcome' | 'due_ms'
>

/** Returns how a case stands at the time of the sources. Pure. `events` are those of this case. */
export function summarizeCase(
  sources: CaseSources,
  caseId: string,
  events: readonly CaseEvent[],
): CaseStanding {
  const accusation = sources.accusations.find(({ case_id }) => case_id === caseId)
  const flag = sources.flags.find(({ case_id }) => case_id === caseId)
  const isOpen = isStanding(sources, caseId) || hasOpenVote(sources, events)
  return {
    kind: accusation === undefined && flag === undefined ? 'freeze' : 'accusation',
    reason_code: accusation?.reason_code ?? flag?.reason_code ?? null,
    is_automated: accusation !== undefined,
    is_open: isOpen,
    outcome: getOutcome(sources, caseId, { events, isOpen }),
    due_ms: getNextDue(sources, events),
  }
}

/** Whether accusation, flag or freeze of the case stand. */
function isStanding(sources: CaseSources, caseId: string): boolean {
  const flags = sources.flags.filter(({ case_id }) => case_id === caseId)
  const isFlagged = flags.some(({ number }) => number === sources.state.flag?.number)
  if (isFlagged || isFrozenBy(sources, caseId)) return true
  const isLifted = flags.length > 0
  return sources.accusations.some(
    ({ case_id, cleared_ms }) => case_id === caseId && cleared_ms === null && !isLifted,
  )
}

function isFrozenBy(sources: CaseSources, caseId: string): boolean {
  const row = sources.freezes.find(({ number }) => number === sources.state.freeze?.number)
  return row !== undefined && assignCases(sources).ofFreeze(row) === caseId
}

/** Whether a vote of the case is under way, or approved and to be executed. */
function hasOpenVote(sources: CaseSources, events: readonly CaseEvent[]): boolean {
  const ids = collectProposalIds(events)
  return sources.proposals.some((proposal) => ids.has(proposal.ballot.id) && isUnderWay(proposal))
}

const collectProposalIds = (events: readonly CaseEvent[]): Set<number> =>
  new Set(events.flatMap(({ details }) => ('proposalId' in details ? details.proposalId : [])))

const isUnderWay = (proposal: ProposalView): boolean =>
  /^(pending|active)$/.test(proposal.status) ||
  (proposal.status === 'approved' && !isCarriedOut(proposal))

function getOutcome(
  sources: CaseSources,
  caseId: string,
  { events, isOpen }: { events: readonly CaseEvent[]; isOpen: boolean },
): CaseRow['outcome'] {
  const appealed = events
    .flatMap(({ kind, details }) => (kind === 'appeal_outcome' ? details.outcome : []))
    .findLast((outcome) => outcome !== 'void')
  if (appealed !== undefined && appealed !== 'denied') return appealed
  const stands = isStanding(sources, caseId)
  if (!stands && events.some(({ kind }) => kind === 'lift')) return 'cleared'
  if (appealed === 'denied') return 'denied'
  if (isOpen || stands) return 'open'
  const end = events.findLast((event) => event.kind === 'freeze_end')
  return end?.details.cause === 'vote' ? 'cleared' : 'lapsed'
}

/** When block time alone changes something next, in Unix milliseconds. */
function getNextDue(sources: CaseSources, events: readonly CaseEvent[]): number | null {
  const { proposals, state, now } = sources
  const ids = collectProposalIds(events)
  const times = [
    ...proposals
      .filter(({ ballot }) => ids.has(ballot.id))
      .flatMap(({ ballot }) => [ballot.votingEndsAt, ballot.executableUntil]),
    state.freezeEnd ?? 0,
  ].filter((time) => time > now)
  return times.length === 0 ? null : Math.min(...times) * 1000
}
