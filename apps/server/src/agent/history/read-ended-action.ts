import type { Address } from '@app/values/address.ts'
import type { Kysely, Selectable } from 'kysely'
import type { ActionKind, ActionPayload, ActionRow } from '../../db/tables/agent-tables.ts'
import type { Tables } from '../../db/tables/tables.ts'

/** An action that was sealed or failed. */
export interface EndedAction {
  address: Address
  actionId: number
  kind: ActionKind
  status: 'sealed' | 'failed'
  /** It failed because there was nothing to do, or the contracts refused what a person had signed. */
  isMoot: boolean
  /** A publication of the evidence that was published last. */
  isRepeated: boolean
  caseId: string
  evidenceHash: string
  reason: string
  problem: string | null
  txId: string | null
  payload: ActionPayload | null
}

/** Reads an action; `null` while it has not ended. */
export async function readEndedAction(
  db: Kysely<Tables>,
  { address, actionId }: { address: Address; actionId: number },
): Promise<EndedAction | null> {
  const row = await db
    .selectFrom('agent_action')
    .selectAll()
    .where('address', '=', address)
    .where('id', '=', actionId)
    .executeTakeFirst()
  if (row === undefined || row.status === 'queued' || row.status === 'sent') return null
  return {
    address,
    actionId,
    kind: row.kind,
    status: row.status,
    isMoot: row.is_moot,
    caseId: row.case_id,
    evidenceHash: row.evidence_hash,
    reason: row.reason,
    problem: row.problem,
    txId: row.tx_id,
    payload: row.payload,
    isRepeated: await isRepeated(db, row),
  }
}

const PUBLICATIONS = ['publish', 'recheck'] as const

/** Returns whether the action published what the one before had published. */
async function isRepeated(
  db: Kysely<Tables>,
  { address, id, kind, evidence_hash }: Selectable<ActionRow>,
): Promise<boolean> {
  if (kind !== 'publish' && kind !== 'recheck') return false
  const before = await db
    .selectFrom('agent_action')
    .select('evidence_hash')
    .where('address', '=', address)
    .where('kind', 'in', PUBLICATIONS)
    .where('status', '=', 'sealed')
    .where('id', '!=', id)
    .orderBy('sealed_height', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return before?.evidence_hash === evidence_hash
}
