import { MEMORY_SECONDS } from '@app/rules/constants.ts'
import type { AppealState } from '@app/rules/protection-state.ts'
import { buildFreezeCaseId } from '@app/values/case-id.ts'
import type { ProposalView } from '../governance/read-proposals.ts'
import type { CaseSources } from './read-case-sources.ts'

type FreezeOfSources = CaseSources['freezes'][number]

/** Finds the case to which something belongs; `null`: to none. */
export interface CaseAssignment {
  ofFreeze(freeze: FreezeOfSources): string
  ofAppeal(appeal: AppealState): string | null
  ofProposal(proposal: ProposalView): string | null
}

/**
 * Creates the assignment of an address. What happens while an accusation stands belongs to its case; a freeze whose
 * first proposal was made without one is a case of its own, with what is done about it, also after a renewal.
 */
export function assignCases(sources: CaseSources): CaseAssignment {
  const ofFreeze = (freeze: FreezeOfSources) => {
    const first = sources.proposals.findLast(
      ({ action, executedAt }) => action === 'freeze' && executedAt === freeze.since,
    )
    const time = first?.ballot.createdAt
    const before =
      time === undefined ? null : (findAccusation(sources, time) ?? findLifted(sources, time))
    const flag = sources.flags.findLast(
      ({ named_case_id, flagged_at }) =>
        named_case_id === freeze.flag_case_id && (flagged_at ?? Infinity) <= (freeze.since ?? 0),
    )
    // A renewal is labelled by its own proposal.
    const isLater = sources.flags.some(({ named_case_id }) => named_case_id === freeze.flag_case_id)
    const named = flag?.case_id ?? (isLater ? null : freeze.flag_case_id)
    return named ?? before ?? buildFreezeCaseId(sources.address, freeze.number)
  }
  const ofNumber = (freezeNumber: number | null) => {
    const freeze = sources.freezes.find(({ number }) => number === freezeNumber)
    return freeze === undefined ? null : ofFreeze(freeze)
  }
  const ofFlag = (flagNumber: number | null) =>
    sources.flags.find(({ number }) => number === flagNumber)?.case_id ?? null
  const ofAppeal = ({ caseId, flagNumber, freezeNumber }: AppealState) =>
    ofFlag(flagNumber) ?? caseId ?? ofNumber(freezeNumber)
  const ofProposal = (proposal: ProposalView) => {
    const { action, flagNumber, freezeNumber, ballot } = proposal
    const named = ofNumber(freezeNumber) ?? ofFlag(flagNumber)
    if (action !== 'freeze') return named
    const caused = findCausedFreeze(sources, proposal)
    const accusation = findAccusation(sources, ballot.createdAt)
    return accusation ?? (caused === undefined ? null : ofFreeze(caused))
  }
  return { ofFreeze, ofAppeal, ofProposal }
}

/** The freeze that a proposal to freeze began or renewed. */
function findCausedFreeze(
  { freezes }: CaseSources,
  { executedAt: time }: ProposalView,
): FreezeOfSources | undefined {
  if (time === null) return undefined
  return freezes.findLast(
    ({ since, ended_at: end }) => (since ?? time + 1) <= time && (end === null || end > time),
  )
}

/** The case of the accusation that stood at a time, in Unix seconds: the latest one. */
function findAccusation({ accusations, flags }: CaseSources, time: number): string | null {
  const byAgent = accusations
    .filter(({ opened_ms, cleared_ms }) => isWithin(time * 1000, opened_ms, cleared_ms))
    .map(({ case_id, opened_ms }) => ({ caseId: case_id, fromMs: opened_ms }))
  const byFlag = flags
    .filter(({ flagged_at, lifted_at }) => isWithin(time, flagged_at ?? Infinity, lifted_at))
    .map(({ case_id, flagged_at }) => ({ caseId: case_id, fromMs: (flagged_at ?? 0) * 1000 }))
  const standing = [...byAgent, ...byFlag].sort((a, b) => b.fromMs - a.fromMs)
  return standing[0]?.caseId ?? null
}

/** The case of the flag that was lifted last in the 30 days before a time, in Unix seconds. */
const findLifted = ({ flags }: CaseSources, time: number): string | null =>
  flags
    .filter(
      ({ lifted_at }) =>
        lifted_at !== null && isWithin(time, lifted_at, lifted_at + MEMORY_SECONDS),
    )
    .toSorted((a, b) => (a.lifted_at ?? 0) - (b.lifted_at ?? 0))
    .at(-1)?.case_id ?? null

const isWithin = (time: number, from: number, end: number | null): boolean =>
  from <= time && (end === null || time < end)
