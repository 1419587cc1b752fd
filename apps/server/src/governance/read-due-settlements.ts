import type { Address } from '@app/values/address.ts'
import type { Context } from '../runtime/context.ts'
import { type ProposalView, readProposals } from './read-proposals.ts'
import { getAppealOutcome } from './rules/appeal.ts'
import { getProposalStatus } from './rules/proposal-status.ts'
import { getFreezeEnd } from './rules/protection-record.ts'

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
 * votings, executions, freezes and appeals.
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

const getStatusBefore = (view: ProposalView, graceSeconds: number) =>
  getProposalStatus(view, view.record, view.now - graceSeconds)

const isStatusDue = (view: ProposalView, graceSeconds: number): boolean =>
  getStatusBefore(view, graceSeconds) !== view.storedStatus

const describeStatus = (graceSeconds: number) => (view: ProposalView) =>
  `proposal ${view.ballot.id} ${getStatusBefore(view, graceSeconds)}`

/** Lists ends of a freeze and of appeals against the target. */
function listDueEnds({ record, now }: ProposalView, graceSeconds: number): string[] {
  const { freeze, appeals } = record
  const before = now - graceSeconds
  const end = getFreezeEnd(record, before)
  const isFreezeDue = freeze !== null && freeze.endedAt === null && end !== null && end <= before
  const dueAppeals = appeals.filter(
    (appeal) => appeal.stored === null && getAppealOutcome(appeal, before).outcome !== 'open',
  )
  return [
    ...(isFreezeDue ? [`freeze ${freeze.number} ended`] : []),
    ...dueAppeals.map(({ id }) => `appeal ${id} closed`),
  ]
}
