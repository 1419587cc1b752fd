import type { Address } from '@app/values/address.ts'
import type { Context } from '../runtime/context.ts'
import { type ProposalView, readProposals } from './read-proposals.ts'
import { getProposalStatus, getProtectionState } from './rules/protection-state.ts'

/** What is over for one address and not recorded on the chain. */
export interface DueSettlement {
  address: Address
  /** Proposals against the address whose status is not recorded. */
  proposalIds: number[]
  /** What is due, such as 'proposal 7 rejected'; the same text until it is settled. */
  description: string
}

/**
 * Reads what has been due for at least `graceSeconds` of block time without being recorded: ends of
 * votings, executions and freezes.
 */
export async function readDueSettlements(
  context: Pick<Context, 'db'>,
  graceSeconds: number,
): Promise<DueSettlement[]> {
  const views = await readProposals(context)
  const byTarget = Map.groupBy(views, ({ target }) => target)
  return [...byTarget].flatMap(([address, own]) => {
    const due = own.filter((view) => isStatusDue(view, graceSeconds))
    const [first] = own
    const others = first === undefined ? [] : listDueEnds(first, graceSeconds)
    const parts = [...due.map(describeStatus(graceSeconds)), ...others]
    if (parts.length === 0) return []
    const proposalIds = due.map(({ ballot }) => ballot.id)
    return [{ address, proposalIds, description: parts.join(', ') }]
  })
}

const getStateBefore = ({ state }: ProposalView, graceSeconds: number) =>
  getProtectionState(state.record, state.now - graceSeconds)

const getStatusBefore = (view: ProposalView, graceSeconds: number) =>
  getProposalStatus(view, getStateBefore(view, graceSeconds))

const isStatusDue = (view: ProposalView, graceSeconds: number): boolean =>
  getStatusBefore(view, graceSeconds) !== view.storedStatus

const describeStatus = (graceSeconds: number) => (view: ProposalView) =>
  `proposal ${view.ballot.id} ${getStatusBefore(view, graceSeconds)}`

/** Lists the end of the freeze of the target. */
function listDueEnds(view: ProposalView, graceSeconds: number): string[] {
  const { lastFreeze, freeze } = getStateBefore(view, graceSeconds)
  const isDue = lastFreeze !== null && lastFreeze.endedAt === null && freeze === null
  return isDue ? [`freeze ${lastFreeze.number} ended`] : []
}
