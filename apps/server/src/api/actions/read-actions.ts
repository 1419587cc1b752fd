import type { AgentAction } from '@app/api/schemas/action.ts'
import type { Address } from '@app/values/address.ts'
import type { Selectable } from 'kysely'
import type { ActionRow } from '../../db/tables/agent-tables.ts'
import type { Context } from '../../runtime/context.ts'

type Database = Pick<Context, 'db'>

/**
 * `sealedHeight`: at which the seal was observed; `problem`: why it failed, or was not sent yet; `isMoot`: it failed without
 * any fault of the server: there was nothing to do, or the contracts refused it.
 */
export type ActionState = Awaited<ReturnType<typeof readActionState>>

/** Throws when the action does not exist. */
export const readActionState = (
  { db }: Database,
  { address, id }: { address: Address; id: number },
) =>
  db
    .selectFrom('agent_action')
    .select(['status', 'tx_id as txId', 'case_id as caseId', 'sealed_height as sealedHeight'])
    .select(['problem', 'is_moot as isMoot'])
    .where('address', '=', address)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

interface WantedActions {
  limit: number
  /** Id of the last action on the previous page. */
  beforeId?: number | undefined
  address?: Address | undefined
}

/** Reads actions in their API form, newest first. */
export async function readActions(
  { db }: Database,
  { limit, beforeId = Number.MAX_SAFE_INTEGER, address }: WantedActions,
): Promise<AgentAction[]> {
  const all = db.selectFrom('agent_action').selectAll().where('id', '<', beforeId)
  const wanted = address === undefined ? all : all.where('address', '=', address)
  return (await wanted.orderBy('id', 'desc').limit(limit).execute()).map(toAction)
}

/** Reads some actions of an account in their API form, oldest first. */
export async function readActionsById(
  { db }: Database,
  { address, ids }: { address: Address; ids: readonly number[] },
): Promise<AgentAction[]> {
  if (ids.length === 0) return []
  const own = db.selectFrom('agent_action').selectAll().where('address', '=', address)
  return (await own.where('id', 'in', ids).orderBy('id').execute()).map(toAction)
}

/** Returns the last changed action of an account, or `null` when it has none. */
export async function readLastChangedAction(
  { db }: Database,
  address: Address,
): Promise<AgentAction | null> {
  const own = db.selectFrom('agent_action').selectAll().where('address', '=', address)
  const row = await own.orderBy('changed_at', 'desc').limit(1).executeTakeFirst()
  return row === undefined ? null : toAction(row)
}

function toAction(row: Selectable<ActionRow>): AgentAction {
  return {
    id: String(row.id),
    kind: row.kind,
    address: row.address,
    status: row.status,
    reason: row.reason,
    caseId: row.case_id,
    createdAt: row.created_at.toISOString(),
    ...(row.tx_id !== null && { txId: row.tx_id }),
    ...(row.problem !== null && { problem: row.problem }),
  }
}

/**
 * Returns the id of the last transaction with which this server published the evidence; `null` when
 * there is none.
 */
export async function readPublishTxId(
  { db }: Database,
  { address, evidenceHash }: { address: Address; evidenceHash: string },
): Promise<string | null> {
  const row = await db
    .selectFrom('agent_action')
    .select('tx_id')
    .where('address', '=', address)
    .where('kind', 'in', ['publish', 'recheck'])
    .where('evidence_hash', '=', evidenceHash)
    .where('status', '!=', 'failed')
    .where('tx_id', 'is not', null)
    .orderBy('sealed_height', (order) => order.desc().nullsLast())
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return row?.tx_id ?? null
}
