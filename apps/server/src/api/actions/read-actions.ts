import type { AgentAction } from '@app/api/schemas/action.ts'
import type { Address } from '@app/values/address.ts'
import type { Selectable } from 'kysely'
import type { ActionRow, ActionStatus } from '../../db/tables/agent-tables.ts'
import type { Context } from '../../runtime/context.ts'

type Database = Pick<Context, 'db'>

export interface ActionState {
  status: ActionStatus
  /** Id of the transaction that a node accepted. */
  txId: string | null
  caseId: string
  /** Height at which its seal was observed. */
  sealedHeight: number | null
  /** Why it failed, or why it was not sent yet. */
  problem: string | null
  /** Whether it failed without any fault of the server: there was nothing to do, or the contracts refused it. */
  isMoot: boolean
}

/** Reads the state of an action. Throws when it does not exist. */
export async function readActionState(
  { db }: Database,
  { address, id }: { address: Address; id: number },
): Promise<ActionState> {
  const row = await db
    .selectFrom('agent_action')
    .select(['status', 'tx_id', 'sealed_height', 'problem', 'case_id', 'is_moot'])
    .where('address', '=', address)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { status, tx_id: txId, sealed_height: sealedHeight, problem } = row
  return { status, txId, sealedHeight, problem, caseId: row.case_id, isMoot: row.is_moot }
}

interface ActionPage {
  limit: number
  /** Id of the last action on the previous page. */
  beforeId?: number | undefined
  address?: Address | undefined
}

/** Reads actions in their API form, newest first. */
export async function readActions(
  { db }: Database,
  { limit, beforeId, address }: ActionPage,
): Promise<AgentAction[]> {
  const all = db
    .selectFrom('agent_action')
    .selectAll()
    .where('id', '<', beforeId ?? Number.MAX_SAFE_INTEGER)
  const wanted = address === undefined ? all : all.where('address', '=', address)
  const rows = await wanted.orderBy('id', 'desc').limit(limit).execute()
  return rows.map(toAction)
}

/** Reads some actions of an account in their API form, oldest first. */
export async function readActionsById(
  { db }: Database,
  { address, ids }: { address: Address; ids: readonly number[] },
): Promise<AgentAction[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('agent_action')
    .selectAll()
    .where('address', '=', address)
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
  return rows.map(toAction)
}

/** Returns the last changed action of an account, or `null` when it has none. */
export async function readLastChangedAction(
  { db }: Database,
  address: Address,
): Promise<AgentAction | null> {
  const row = await db
    .selectFrom('agent_action')
    .selectAll()
    .where('address', '=', address)
    .orderBy('changed_at', 'desc')
    .limit(1)
    .executeTakeFirst()
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
