import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables/tables.ts'
import { type DueSettlement, readDueSettlements } from '../governance/read-due-settlements.ts'
import type { Context } from '../runtime/context.ts'
import { readPauses } from '../runtime/pauses.ts'
import { createLockedStage, type Stage } from '../runtime/stage.ts'
import { findAction, lockActions, type NewAction, queueAction } from './write-action.ts'
import { consumeDailyCap } from './write-budget.ts'

/**
 * Time for the chain's scheduler, whose runs come up to ten minutes late; until then the views of
 * contracts and API already follow the time.
 */
const GRACE_SECONDS = 15 * 60

/**
 * Creates the stage that settles what the chain's scheduler did not: it queues one transaction for
 * each address and each thing that is due, within a daily cap of its own.
 */
export function createSettlementStage(context: Context): Stage {
  const step = () => stepSettlements(context)
  return createLockedStage(context, { name: 'settlement', lock: 'settlements', step })
}

async function stepSettlements(context: Context): Promise<'idle'> {
  const { db, config } = context
  const pauses = await readPauses(context, 'settlement')
  const due = await readDueSettlements(context, GRACE_SECONDS)
  for (const settlement of due) {
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
    payload: { proposalIds, addresses: [address] },
  }
}
