import { hashReason } from '@app/contracts/hash-reason.ts'
import { ZERO_ADDRESS } from '@app/values/address.ts'
import { UNITS_PER_TOKEN } from '@app/values/amount.ts'
import { recordActionEnd } from '../agent/history/write-action-end.ts'
import type { NewContractEventRow } from '../db/tables/chain-tables.ts'
import { type Coverage, loadCoverage } from '../facts/load-coverage.ts'
import { writeContractEvents } from '../indexer/write/write-contract-events.ts'
import type { Context } from '../runtime/context.ts'
import type { Stage } from '../runtime/stage.ts'
import { markSealed, readQueuedActions, type WaitingAction } from './replay-database.ts'

/**
 * Creates the stage that takes the place of the outbox: nothing is sent. Every queued action is sealed in the
 * latest block; a flag and its lift become the events that the contract would emit. A proposal to freeze stays
 * without votes.
 */
export function createSealingStage(context: Context): Stage {
  return { name: 'sealing', step: () => stepSealing(context) }
}

async function stepSealing({ db, pool }: Context): Promise<'more' | 'idle'> {
  const coverage = await loadCoverage(db)
  const actions = await readQueuedActions(db)
  if (coverage === null || actions.length === 0) return 'idle'
  for (const action of actions) {
    await db.transaction().execute(async (queries) => {
      await markSealed(queries, action, { height: coverage.toHeight, txId: buildTxId(action) })
      await recordActionEnd(queries, { address: action.address, actionId: action.id })
    })
  }
  const events = actions.flatMap((action) => buildEvent(action, coverage))
  const { toHeight } = coverage
  await writeContractEvents(pool, events, { fromHeight: toHeight, toHeight })
  return 'more'
}

/** Above the number of any flag on the chain. */
const FIRST_FLAG_NUMBER = 1_000_000_000

/** Above the index of any transaction of a block. */
const FIRST_TX_INDEX = 1_000_000

const buildTxId = ({ id }: WaitingAction): string => `replayed action ${id}`

function buildEvent(action: WaitingAction, coverage: Coverage): NewContractEventRow[] {
  const event = buildFields(action, coverage)
  if (event === null) return []
  return [
    {
      height: coverage.toHeight,
      tx_index: FIRST_TX_INDEX + action.id,
      event_index: 0,
      tx_id: buildTxId(action),
      block_ms: coverage.timeMs,
      type: `DharmaProtection.${event.name}`,
      fields: JSON.stringify(event.fields),
    },
  ]
}

function buildFields(
  { id, kind, address, caseId, reason, reasonCode, flagNumber }: WaitingAction,
  { timeMs }: Coverage,
): { name: string; fields: object } | null {
  const about = { address, caseId, reasonCode }
  if (kind === 'flag') {
    const flag = { reasonHash: hashReason(reason), flagger: ZERO_ADDRESS }
    const number = String(FIRST_FLAG_NUMBER + id)
    return { name: 'Flagged', fields: { ...about, flagNumber: number, ...flag } }
  }
  if (kind !== 'unflag' || flagNumber === null) return null
  const liftedAt = String((BigInt(timeMs) * UNITS_PER_TOKEN) / 1000n)
  const lift = { flagNumber: String(flagNumber), cause: 'recheck', liftedAt }
  return { name: 'FlagLifted', fields: { ...about, ...lift } }
}
