import { hashReason } from '@app/contracts/hash-reason.ts'
import { ZERO_ADDRESS } from '@app/values/address.ts'
import { UNITS_PER_TOKEN } from '@app/values/amount.ts'
import { recordActionEnd } from '../agent/history/write-action-end.ts'
import type { NewContractEventRow } from '../db/tables/chain-tables.ts'
import { type Coverage, loadCoverage } from '../facts/load-coverage.ts'
import { writeContractEvents } from '../indexer/write/write-contract-events.ts'
import type { Context } from '../runtime/context.ts'
import type { Stage } from '../runtime/stage.ts'

/**
 * Creates the stage that takes the place of the outbox: nothing is sent. Every queued action is sealed in the
 * latest block; a flag and its lift become the events that the contract would emit. A proposal to freeze stays
 * without votes.
 */
export const createSealingStage = (context: Context): Stage => ({
  name: 'sealing',
  step: () => stepSealing(context),
})

async function stepSealing({ db, pool }: Context): Promise<'more' | 'idle'> {
  const coverage = await loadCoverage(db)
  const actions = await readQueuedActions(db)
  if (coverage === null || actions.length === 0) return 'idle'
  const { toHeight } = coverage
  for (const action of actions) {
    const { address, id } = action
    await db.transaction().execute(async (queries) => {
      await queries
        .updateTable('agent_action')
        .set({ status: 'sealed', sealed_height: toHeight, tx_id: buildTxId(action) })
        .where('address', '=', address)
        .where('id', '=', id)
        .execute()
      await recordActionEnd(queries, { address, actionId: id })
    })
  }
  const events = actions.flatMap((action) => buildEvent(action, coverage))
  await writeContractEvents(pool, events, { fromHeight: toHeight, toHeight })
  return 'more'
}

type QueuedAction = Awaited<ReturnType<typeof readQueuedActions>>[number]

/** Reads the actions that wait to be sent, in the order in which they were queued, with the flag of the case that stands. */
const readQueuedActions = (db: Context['db']) =>
  db
    .selectFrom('agent_action as action')
    .leftJoin('agent_case as opened', (join) =>
      join
        .onRef('opened.address', '=', 'action.address')
        .onRef('opened.case_id', '=', 'action.case_id'),
    )
    .leftJoin('dao_flag as flag', (join) =>
      join
        .onRef('flag.address', '=', 'action.address')
        .onRef('flag.case_id', '=', 'action.case_id')
        .on('flag.lifted_at', 'is', null),
    )
    .distinctOn('action.id')
    .select(['action.address', 'action.id', 'action.kind', 'action.case_id as caseId'])
    .select(['action.reason', 'opened.reason_code as reasonCode', 'flag.number as flagNumber'])
    .where('action.status', '=', 'queued')
    .orderBy('action.id')
    .execute()

/** Above the number of any flag on the chain. */
const FIRST_FLAG_NUMBER = 1_000_000_000

/** Above the index of any transaction of a block. */
const FIRST_TX_INDEX = 1_000_000

const buildTxId = ({ id }: QueuedAction): string => `replayed action ${id}`

function buildEvent(action: QueuedAction, coverage: Coverage): NewContractEventRow[] {
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
  { id, kind, address, caseId, reason, reasonCode, flagNumber }: QueuedAction,
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
