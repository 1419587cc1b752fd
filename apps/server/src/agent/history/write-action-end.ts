import type { Address } from '@app/values/address.ts'
import type { Kysely, Selectable } from 'kysely'
import type { ActionKind, ActionPayload, ActionRow } from '../../db/tables/agent-tables.ts'
import type { Tables } from '../../db/tables/tables.ts'
import { readBlockTimeMs } from '../../facts/load-coverage.ts'
import { readStatement } from '../decision/read-situation.ts'
import { insertNotice } from '../take-notices.ts'
import { appendEntry, type NewEntry } from './write-entry.ts'

/**
 * Appends the end of an action to the history, in the transaction that records it: once for each end.
 * Signed votes and proposals, and settlements are in the history of governance instead.
 */
export async function recordActionEnd(
  db: Kysely<Tables>,
  action: { address: Address; actionId: number },
): Promise<void> {
  const ended = await readEndedAction(db, action)
  if (ended === null || ended.isMoot) return
  const entry = toEntry(ended)
  if (entry !== null) await appendEntry(db, entry)
  if (ended.status === 'sealed') await noticeAccusation(db, ended)
}

/** Tells others of a flag or a proposal to freeze that is on the chain now. */
async function noticeAccusation(db: Kysely<Tables>, ended: EndedAction): Promise<void> {
  const { address, caseId, kind, reason, txId } = ended
  if (kind !== 'flag' && kind !== 'propose_freeze') return
  const statement = await readStatement(db, { address, caseId })
  if (statement === null) return
  const data = { kind: 'accused', action: kind, reason, txId, statement } as const
  await insertNotice(db, { address, atMs: await readBlockTimeMs(db), caseId, data })
}

const SHOWN_KINDS: ReadonlySet<ActionKind> = new Set([
  'flag',
  'propose_freeze',
  'schedule_recheck',
  'recheck',
  'unflag',
  'publish',
])

function toEntry(ended: EndedAction): NewEntry | null {
  const { address, actionId, caseId, evidenceHash, txId, status, kind } = ended
  const isSealed = status === 'sealed'
  const about = { caseId, actionId, txId, success: isSealed, isUnchanged: ended.isRepeated }
  if (SHOWN_KINDS.has(kind)) {
    return { ...about, address, action: kind, evidenceHash, reason: describeEnd(ended) }
  }
  const content =
    ended.payload !== null && 'content' in ended.payload ? ended.payload.content : null
  if (!isSealed || content === null) return null
  if (content.kind === 'report') {
    const reason = `${address} flagged ${content.target} with its signature: ${content.reason}`
    return { ...about, address: content.target, action: 'flag', evidenceHash: null, reason }
  }
  if (content.kind === 'report withdrawal') {
    const reason = `${address} withdrew its flag of ${content.target}.`
    return {
      ...about,
      address: content.target,
      action: 'withdraw_flag',
      evidenceHash: null,
      reason,
    }
  }
  return null
}

const describeEnd = ({ status, reason, problem }: EndedAction): string =>
  status === 'sealed' || problem === null ? reason : `${problem} (${reason})`

/** An action that was sealed or failed. */
interface EndedAction {
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
async function readEndedAction(
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
