import type { Address } from '@app/values/address.ts'
import type { Kysely, Selectable } from 'kysely'
import type { ActionKind, ActionRow } from '../../db/tables/agent-tables.ts'
import type { Tables } from '../../db/tables/tables.ts'
import { readBlockTimeMs } from '../../facts/load-coverage.ts'
import { insertNotice } from '../take-notices.ts'
import { appendEntry, type NewEntry } from './write-entry.ts'

/**
 * Appends the end of an action to the history, in the transaction that records it: once for each end.
 * Signed votes and proposals, and settlements are in the history of governance instead.
 */
export async function recordActionEnd(
  db: Kysely<Tables>,
  { address, actionId }: { address: Address; actionId: number },
): Promise<void> {
  const ended = await db
    .selectFrom('agent_action')
    .selectAll()
    .where('address', '=', address)
    .where('id', '=', actionId)
    .where('status', 'in', ['sealed', 'failed'])
    .where('is_moot', '=', false)
    .executeTakeFirst()
  if (ended === undefined) return
  const entry = SHOWN_KINDS.has(ended.kind)
    ? await buildOwnEntry(db, ended)
    : buildReportEntry(ended)
  if (entry !== null) await appendEntry(db, entry)
  if (ended.status === 'sealed') await noticeAccusation(db, ended)
}

/** Tells others of a flag or a proposal to freeze that is on the chain now. */
async function noticeAccusation(db: Kysely<Tables>, ended: Selectable<ActionRow>): Promise<void> {
  const { address, case_id: caseId, kind, reason, tx_id: txId } = ended
  if (kind !== 'flag' && kind !== 'propose_freeze') return
  const accusation = await db
    .selectFrom('agent_case')
    .select('statement')
    .where('address', '=', address)
    .where('case_id', '=', caseId)
    .executeTakeFirst()
  if (accusation === undefined) return
  const data = { kind: 'accused', action: kind, reason, txId, ...accusation } as const
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

async function buildOwnEntry(db: Kysely<Tables>, ended: Selectable<ActionRow>): Promise<NewEntry> {
  const { address, id, kind, status, reason, problem } = ended
  const isSealed = status === 'sealed'
  return {
    address,
    action: kind,
    success: isSealed,
    isUnchanged: await isRepeated(db, ended),
    reason: isSealed || problem === null ? reason : `${problem} (${reason})`,
    caseId: ended.case_id,
    evidenceHash: ended.evidence_hash,
    actionId: id,
    txId: ended.tx_id,
  }
}

/** A signed flag, or its withdrawal, is in the history of its target. */
function buildReportEntry(ended: Selectable<ActionRow>): NewEntry | null {
  const { address, id, status, payload, case_id: caseId, tx_id: txId } = ended
  if (status !== 'sealed' || payload === null || !('content' in payload)) return null
  const { content } = payload
  const about = { success: true, caseId, actionId: id, txId }
  if (content.kind === 'report') {
    const reason = `${address} flagged ${content.target} with its signature: ${content.reason}`
    return { ...about, address: content.target, action: 'flag', reason }
  }
  if (content.kind === 'report withdrawal') {
    const reason = `${address} withdrew its flag of ${content.target}.`
    return { ...about, address: content.target, action: 'withdraw_flag', reason }
  }
  return null
}

const PUBLICATIONS: readonly ActionKind[] = ['publish', 'recheck']

/** Returns whether the action published what the one before had published. */
async function isRepeated(
  db: Kysely<Tables>,
  { address, id, kind, evidence_hash }: Selectable<ActionRow>,
): Promise<boolean> {
  if (!PUBLICATIONS.includes(kind)) return false
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
