import { createHash } from 'node:crypto'
import type { Address } from '@app/values/address.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables/tables.ts'
import { type ProposalView, readProposals } from '../governance/read-proposals.ts'
import type { Context } from '../runtime/context.ts'
import { readPauses } from '../runtime/pauses.ts'
import { createLockedStage, type Stage } from '../runtime/stage.ts'
import { findAction, lockActions, type NewAction, queueAction } from './write-action.ts'
import { consumeDailyCap } from './write-budget.ts'

/**
 * Creates the stage that has the chain record what is over: votes, appeals, executions and freezes.
 * It queues one transaction for each address and each thing that is over, within a daily cap of its
 * own. The views of contracts and API follow the time, whether or not it is recorded.
 */
export function createSettlementStage(context: Context): Stage {
  const step = () => stepSettlements(context)
  return createLockedStage(context, { name: 'settlement', lock: 'settlements', step })
}

async function stepSettlements(context: Context): Promise<'idle'> {
  const { db, config } = context
  const pauses = await readPauses(context, 'settlement')
  for (const settlement of listDueSettlements(await readProposals(context))) {
    await pauses.attempt(settlement.address, () =>
      db
        .transaction()
        .execute((queries) =>
          enqueueSettlement(queries, settlement, config.agent.settlementsPerDay),
        ),
    )
  }
  return 'idle'
}

/** What is over for one address and not recorded on the chain. */
interface DueSettlement {
  address: Address
  /** Proposals against the address whose status is not recorded. */
  proposalIds: number[]
  /** What is over, such as 'proposal 7 rejected'; the same text until it is settled. */
  description: string
}

function listDueSettlements(views: readonly ProposalView[]): DueSettlement[] {
  return [...Map.groupBy(views, ({ target }) => target)].flatMap(([address, own]) => {
    const due = own.filter(({ status, storedStatus }) => status !== storedStatus)
    const parts = [
      ...due.map(({ ballot, status }) => `proposal ${ballot.id} ${status}`),
      ...own.slice(0, 1).flatMap(listEndedFreeze),
    ]
    if (parts.length === 0) return []
    const proposalIds = due.map(({ ballot }) => ballot.id)
    return [{ address, proposalIds, description: parts.join(', ') }]
  })
}

function listEndedFreeze({ state: { lastFreeze, freeze } }: ProposalView): string[] {
  const isDue = lastFreeze !== null && lastFreeze.endedAt === null && freeze === null
  return isDue ? [`freeze ${lastFreeze.number} ended`] : []
}

/** A failed settlement is queued again after an hour. */
async function enqueueSettlement(
  db: Kysely<Tables>,
  settlement: DueSettlement,
  cap: number,
): Promise<void> {
  const action = buildSettleAction(settlement)
  await lockActions(db, action.address)
  const before = await findAction(db, action)
  if (before !== null && (before.status !== 'failed' || before.isRecent)) return
  if (await consumeDailyCap(db, 'settle', cap)) await queueAction(db, action)
}

function buildSettleAction({ address, proposalIds, description }: DueSettlement): NewAction {
  return {
    kind: 'settle',
    address,
    idempotencyKey: description,
    evidenceHash: createHash('sha256').update(description).digest('hex'),
    reason: `The chain has not recorded yet what is over: ${description}.`,
    payload: { proposalIds },
  }
}
