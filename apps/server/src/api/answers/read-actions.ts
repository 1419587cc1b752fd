import type { Action } from '@app/api/schemas/action.ts'
import type { Address } from '@app/values/address.ts'
import type { Selectable } from 'kysely'
import type { ActionRow, ActionStatus } from '../../db/agent-tables.ts'
import type { Context } from '../../runtime/context.ts'

type Database = Pick<Context, 'db'>

/** How far an action is. */
export interface ActionState {
  status: ActionStatus
  /** The transaction that a node has taken. */
  txId: string | null
  /** Height at which its seal was seen. */
  sealedHeight: number | null
  /** Why it failed, or what keeps it from being sent. */
  problem: string | null
}

/** Throws when there is no such action. */
export async function readActionState(
  { db }: Database,
  { address, id }: { address: Address; id: number },
): Promise<ActionState> {
  const row = await db
    .selectFrom('agent_action')
    .select(['status', 'tx_id', 'sealed_height', 'problem'])
    .where('address', '=', address)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { status, tx_id: txId, sealed_height: sealedHeight, problem } = row
  return { status, txId, sealedHeight, problem }
}

interface ActionPage {
  limit: number
  /** The last id of the page before. */
  beforeId?: number | undefined
  address?: Address | undefined
}

/** Actions as the API shows them, newest first. */
export async function readActions(
  { db }: Database,
  { limit, beforeId, address }: ActionPage,
): Promise<Action[]> {
  const all = db
    .selectFrom('agent_action')
    .selectAll()
    .where('id', '<', beforeId ?? Number.MAX_SAFE_INTEGER)
  const wanted = address === undefined ? all : all.where('address', '=', address)
  const rows = await wanted.orderBy('id', 'desc').limit(limit).execute()
  return rows.map(toAction)
}

/** The action on an account that changed last, `null` when there is none. */
export async function readLastChangedAction(
  { db }: Database,
  address: Address,
): Promise<Action | null> {
  const row = await db
    .selectFrom('agent_action')
    .selectAll()
    .where('address', '=', address)
    .orderBy('changed_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? null : toAction(row)
}

function toAction(row: Selectable<ActionRow>): Action {
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

/** The last transaction by which we published the score on this evidence, `null` when another did. */
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
