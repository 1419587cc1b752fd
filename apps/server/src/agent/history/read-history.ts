import type { Address } from '@app/values/address.ts'
import { formatWithheld } from '@app/values/withheld.ts'
import { type InferResult, type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables/tables.ts'
import type { Context } from '../../runtime/context.ts'

export interface HistoryEntry {
  /** Order in the history of all accounts. */
  id: number
  address: Address
  number: number
  atMs: number
  action: string
  success: boolean
  isUnchanged: boolean
  /** A flag of a person, or its withdrawal; not the agent's. */
  isReport: boolean
  /** The text, or why it is withheld. */
  reason: string
  caseId: string | null
  txId: string | null
}

interface HistoryPage {
  limit: number
  address?: Address | undefined
  /** Only entries before this id. */
  beforeId?: number | undefined
  /** Also routine entries that changed nothing. */
  isComplete?: boolean
  /** Whether reports of people without a signature are among them. */
  reports?: 'included' | 'excluded' | 'only' | undefined
}

/**
 * Reads entries of one account or of all, newest first. Unless it is complete, of successive entries of an
 * account that changed nothing only the newest is returned, and none of them in the history of all accounts.
 */
export async function readAgentHistory(
  { db }: Pick<Context, 'db'>,
  {
    limit,
    address,
    beforeId = Number.MAX_SAFE_INTEGER,
    isComplete = false,
    reports = 'included',
  }: HistoryPage,
): Promise<HistoryEntry[]> {
  const all = selectEntries(db).where('entry.id', '<', beforeId)
  const chosen =
    reports === 'included'
      ? all
      : all.where(
          reports === 'only' ? IS_UNSIGNED_REPORT : sql<boolean>`not (${IS_UNSIGNED_REPORT})`,
        )
  const wanted = address === undefined ? chosen : chosen.where('entry.address', '=', address)
  const shown = isComplete
    ? wanted
    : wanted.where(address === undefined ? IS_CHANGE : IS_CHANGE_OR_NEWEST)
  return (await shown.orderBy('entry.id', 'desc').limit(limit).execute()).map(toEntry)
}

const IS_REPORT = sql<boolean>`entry.action in ('flag', 'withdraw_flag') and entry.evidence_hash is null`

/** Whether an `entry` is a report of a person without a signature, or its withdrawal. */
export const IS_UNSIGNED_REPORT = sql<boolean>`${IS_REPORT} and entry.action_id is null`

const IS_CHANGE = sql<boolean>`not entry.is_unchanged`

const IS_CHANGE_OR_NEWEST = sql<boolean>`(not entry.is_unchanged or not exists (
  select from agent_entry next
  where next.address = entry.address and next.number = entry.number + 1 and next.is_unchanged))`

/** Entries with less time between them belong to one decision. */
const SAME_DECISION_MS = 1_000

/** Reads the entries of an account after a number, oldest first; without a number those of the newest decision. */
export async function readNewEntries(
  { db }: Pick<Context, 'db'>,
  address: Address,
  afterNumber: number | null,
): Promise<HistoryEntry[]> {
  const own = selectEntries(db).where('entry.address', '=', address).orderBy('entry.number')
  if (afterNumber !== null)
    return (await own.where('entry.number', '>', afterNumber).execute()).map(toEntry)
  const newestMs = db
    .selectFrom('agent_entry')
    .select(({ fn }) => fn.max('at_ms').as('atMs'))
    .where('address', '=', address)
  const newest = own.where((eb) => eb(eb('entry.at_ms', '+', SAME_DECISION_MS), '>', newestMs))
  return (await newest.execute()).map(toEntry)
}

/** The text of an entry is withheld, or that of a report which the entry quotes. */
const withheldText = sql<{ at: number; reason: string }>`(
  select withheld_text.at_ms / 1000 as at, withheld_text.reason from case_withheld_text withheld_text
  where withheld_text.text_hash = entry.reason_hash
    or entry.action = 'flag' and entry.action_id is null and exists (
      select from label_report report
      where report.reason_hash = withheld_text.text_hash and report.address = entry.address
        and report.case_id = entry.case_id
        and right(entry.reason, length(report.reason)) = report.reason)
  order by withheld_text.at_ms limit 1)`

const selectEntries = (db: Kysely<Tables>) =>
  db
    .selectFrom('agent_entry as entry')
    .leftJoinLateral(withheldText.as('withheld'), (join) => join.onTrue())
    .select([
      'entry.id',
      'entry.address',
      'entry.number',
      'entry.at_ms as atMs',
      'entry.action',
      'entry.success',
      'entry.is_unchanged as isUnchanged',
      IS_REPORT.as('isReport'),
      'entry.reason',
      'withheld.at as withheldAt',
      'withheld.reason as withheldReason',
      'entry.case_id as caseId',
      'entry.tx_id as txId',
    ])

type SelectedEntry = InferResult<ReturnType<typeof selectEntries>>[number]

function toEntry({ withheldAt: at, withheldReason, ...entry }: SelectedEntry): HistoryEntry {
  if (at === null || withheldReason === null) return entry
  return { ...entry, reason: formatWithheld({ at, reason: withheldReason }) }
}
