import { createHmac } from 'node:crypto'
import type { Address } from '@app/values/address.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables/tables.ts'

/** Who reports without a signature. */
export type Reporter =
  /** `client` is what identifies the visitor, such as an IP address; only a salted hash is stored. */
  | { kind: 'visitor'; client: string }
  /** A wallet that is logged in, with its own score (0–100) now. */
  | { kind: 'wallet'; address: Address; score: number }

export interface NewReport {
  target: Address
  reporter: Reporter
  reason: string
  /** SHA-256 of the reason in hex. */
  reasonHash: string
  /** The case that stands against the target; `null` for none: the report then gets an id of its own. */
  caseId: string | null
  /** Unix milliseconds of the latest block. */
  atMs: number
}

/** Maximum number of reports per UTC day of block time: of one reporter, and of all of its kind. */
interface ReportBudget {
  perReporter: number
  total: number
}

export type ReportOutcome =
  /** The report of this reporter about the target, stored now (`isNew`) or before. */
  | ({ kind: 'recorded'; isNew: boolean } & StoredReport)
  | { kind: 'budget_exhausted'; scope: 'client' | 'all'; limit: number; secondsLeft: number }

/**
 * Records a report without a signature; the only entry point. `db` must be a transaction: what a caller
 * writes about a new report commits together with it. A reporter has one report about a target: while
 * it is not withdrawn, another one changes nothing and returns the first.
 */
export async function recordReport(
  db: Kysely<Tables>,
  report: NewReport,
  budget: ReportBudget,
): Promise<ReportOutcome> {
  const { target: address, reporter, reason, reasonHash, atMs } = report
  const author = identifyReporter(reporter, await lockReports(db))
  const current = await findCurrentReport(db, { address, reporter: author })
  if (current !== null) return { kind: 'recorded', isNew: false, ...current }
  const exhausted = await findExhaustedBudget(db, report, { ...budget, author })
  if (exhausted !== null) return exhausted
  const tenths = reporter.kind === 'wallet' ? Math.round(reporter.score * 10) : null
  const caseId = report.caseId ?? `${address.slice(2)}-${reasonHash.slice(0, 12)}`
  const { id } = await db
    .insertInto('label_report')
    .values({
      ...{ address, reporter: author, reason, reason_hash: reasonHash, score_tenths: tenths },
      ...{ case_id: caseId, at_ms: atMs },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await recordReportChange(db, address)
  return { kind: 'recorded', isNew: true, id, reason, caseId, score: toScore(tenths) }
}

const toScore = (tenths: number | null): number | null => (tenths === null ? null : tenths / 10)

interface ReportWithdrawal {
  target: Address
  reporter: Reporter | { kind: 'wallet'; address: Address }
  /** Unix milliseconds of the latest block. */
  atMs: number
}

/**
 * Withdraws the report of a reporter about a target, in the transaction `db`. Returns `null` when there
 * is none.
 */
export async function withdrawReport(
  db: Kysely<Tables>,
  { target, reporter, atMs }: ReportWithdrawal,
): Promise<Pick<StoredReport, 'id' | 'caseId'> | null> {
  const author = identifyReporter(reporter, await lockReports(db))
  const row = await db
    .updateTable('label_report')
    .set({ withdrawn_ms: atMs })
    .where('address', '=', target)
    .where('reporter', '=', author)
    .where('withdrawn_ms', 'is', null)
    .returning(['id', 'case_id as caseId'])
    .executeTakeFirst()
  if (row === undefined) return null
  await recordReportChange(db, target)
  return row
}

function identifyReporter(reporter: ReportWithdrawal['reporter'], visitorSalt: string): string {
  if (reporter.kind === 'wallet') return reporter.address
  return createHmac('sha256', visitorSalt).update(reporter.client).digest('hex')
}

const DAY_MS = 86_400_000

async function findExhaustedBudget(
  db: Kysely<Tables>,
  { reporter, atMs }: NewReport,
  { author, perReporter, total }: ReportBudget & { author: string },
): Promise<ReportOutcome | null> {
  const dayMs = atMs - (atMs % DAY_MS)
  const { all, own } = await db
    .selectFrom('label_report')
    .select(({ fn, val }) => [
      fn.countAll<number>().as('all'),
      fn.countAll<number>().filterWhere('reporter', '=', val(author)).as('own'),
    ])
    .where('at_ms', '>=', dayMs)
    .where('score_tenths', reporter.kind === 'visitor' ? 'is' : 'is not', null)
    .executeTakeFirstOrThrow()
  const secondsLeft = Math.ceil((dayMs + DAY_MS - atMs) / 1000)
  const exhausted = { kind: 'budget_exhausted', secondsLeft } as const
  if (all >= total) return { ...exhausted, scope: 'all', limit: total }
  if (own >= perReporter) return { ...exhausted, scope: 'client', limit: perReporter }
  return null
}

interface StoredReport {
  id: number
  reason: string
  caseId: string
  /** Score of the author at that time, 0–100; `null` for a visitor. */
  score: number | null
}

/** Blocks other changes of reports until this transaction ends. Returns the salt of visitors. */
async function lockReports(db: Kysely<Tables>): Promise<string> {
  const state = db.selectFrom('label_state').select('visitor_salt').forUpdate()
  return (await state.executeTakeFirstOrThrow()).visitor_salt
}

/** Returns the report that is not withdrawn; `null` when there is none. */
async function findCurrentReport(
  db: Kysely<Tables>,
  { address, reporter }: { address: Address; reporter: string },
): Promise<StoredReport | null> {
  const row = await db
    .selectFrom('label_report')
    .select(['id', 'reason', 'case_id as caseId', 'score_tenths'])
    .where('address', '=', address)
    .where('reporter', '=', reporter)
    .where('withdrawn_ms', 'is', null)
    .executeTakeFirst()
  if (row === undefined) return null
  const { score_tenths, ...report } = row
  return { ...report, score: toScore(score_tenths) }
}

async function recordReportChange(queries: Kysely<Tables>, address: Address): Promise<void> {
  await sql`
    with state as (update label_state set report_seq = report_seq + 1 returning report_seq)
    insert into label_report_change (address, seq)
    select ${address}, report_seq from state
    on conflict (address) do update set seq = excluded.seq`.execute(queries)
  await sql`select pg_notify('reports_changed', ${address})`.execute(queries)
}
