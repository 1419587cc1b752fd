import type { Address } from '@app/values/address.ts'
import type { Kysely } from 'kysely'
import type { ActionKind } from '../../db/tables/agent-tables.ts'
import type { Tables } from '../../db/tables/tables.ts'
import { readBlockTimeMs } from '../../facts/load-coverage.ts'
import { readStatement } from '../decision/read-situation.ts'
import { insertNotice } from '../take-notices.ts'
import { type EndedAction, readEndedAction } from './read-ended-action.ts'
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
