import { buildFreezeCaseId } from '@app/values/cases/case-id.ts'
import type { ProposalView } from '../governance/read-proposals.ts'
import type { AppealWithProposals, CaseSources } from './read-case-sources.ts'

type FreezeOfSources = CaseSources['freezes'][number]

/** Finds the case to which something belongs; `null`: to none. */
export interface CaseAssignment {
  ofFreeze(freeze: FreezeOfSources): string
  ofAppeal(appeal: AppealWithProposals): string | null
  ofProposal(proposal: ProposalView): string | null
}

/**
 * Creates the assignment of an address. What happens while an accusation stands belongs to its case; a freeze
 * without one is a case of its own, with the proposals that began it, renewed it or were made under it.
 */
export function assignCases(sources: CaseSources): CaseAssignment {
  const ofFreeze = (freeze: FreezeOfSources) => {
    const proposal = sources.proposals.find(({ ballot }) => ballot.id === freeze.proposal_id)
    const before =
      proposal === undefined ? null : findAccusation(sources, proposal.ballot.createdAt)
    return freeze.flag_case_id ?? before ?? buildFreezeCaseId(sources.address, freeze.number)
  }
  const ofAppeal = ({ case_id, freeze_number }: AppealWithProposals) => {
    const freeze = sources.freezes.find(({ number }) => number === freeze_number)
    return case_id ?? (freeze === undefined ? null : ofFreeze(freeze))
  }
  const ofProposal = (proposal: ProposalView) => {
    const { id, createdAt } = proposal.ballot
    const appeal = sources.appeals.find(({ proposal_ids }) => proposal_ids.includes(id))
    if (appeal !== undefined) return ofAppeal(appeal)
    const freeze = findFreeze(sources, proposal)
    if (proposal.action !== 'freeze' && freeze !== undefined) return ofFreeze(freeze)
    const accusation = findAccusation(sources, createdAt)
    return accusation ?? (freeze === undefined ? null : ofFreeze(freeze))
  }
  return { ofFreeze, ofAppeal, ofProposal }
}

/** The freeze that a proposal to freeze caused or renewed, or under which another proposal was made. */
function findFreeze(
  { freezes }: CaseSources,
  { action, executedAt, ballot }: ProposalView,
): FreezeOfSources | undefined {
  const time = action === 'freeze' ? executedAt : ballot.createdAt
  if (time === null) return undefined
  return freezes.find(
    ({ since, ended_at: end }) => (since ?? time + 1) <= time && !(end !== null && end < time),
  )
}

/** The case of the accusation that stood at a time, in Unix seconds: the latest one. */
function findAccusation({ accusations, flags }: CaseSources, time: number): string | null {
  const byAgent = accusations
    .filter(({ opened_ms, cleared_ms }) => isWithin(time * 1000, opened_ms, cleared_ms))
    .map(({ case_id, opened_ms }) => ({ caseId: case_id, fromMs: opened_ms }))
  const byFlag = flags
    .filter(({ flagged_at, lifted_at }) =>
      isWithin(time, flagged_at ?? Infinity, toEnd(flagged_at, lifted_at)),
    )
    .map(({ case_id, flagged_at }) => ({ caseId: case_id, fromMs: (flagged_at ?? 0) * 1000 }))
  const standing = [...byAgent, ...byFlag].sort((a, b) => b.fromMs - a.fromMs)
  return standing[0]?.caseId ?? null
}

const isWithin = (time: number, from: number, end: number | null): boolean =>
  from <= time && (end === null || time < end)

/** A lift before the latest flag of the same case is of an earlier one. */
const toEnd = (flaggedAt: number | null, liftedAt: number | null): number | null =>
  liftedAt === null || liftedAt < (flaggedAt ?? 0) ? null : liftedAt
