import { createHmac } from 'node:crypto'
import type { Address } from '@app/values/address.ts'
import { sql } from 'kysely'
import type { LabelQueries } from './write-labels.ts'

/** Who reports without a signature. */
export type Reporter =
  /** `client` is what identifies the visitor, such as an IP address; only a salted hash is stored. */
  | { kind: 'visitor'; client: string }
  /** A wallet that is logged in, with its own score (0–100) now. */
  | { kind: 'wallet'; address: Address; score: number }

/** A report to record. */
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
  db: LabelQueries,
  report: NewReport,
  budget: ReportBudget,
): Promise<ReportOutcome> {
  const { target, reporter, reason, reasonHash, atMs } = report
  const { visitorSalt } = await lockReports(db)
  const id = identifyReporter(reporter, visitorSalt)
  const key = { address: target, reporter: id }
  const current = await findCurrentReport(db, key)
  if (current !== null) return { kind: 'recorded', isNew: false, ...current }
  const exhausted = await findExhaustedBudget(db, { id, reporter, atMs }, budget)
  if (exhausted !== null) return exhausted
  const scoreTenths = reporter.kind === 'wallet' ? Math.round(reporter.score * 10) : null
  const caseId = report.caseId ?? `${target.slice(2)}-${reasonHash.slice(0, 12)}`
  const row = { ...key, scoreTenths, reason, reasonHash, caseId, atMs }
  const score = scoreTenths === null ? null : scoreTenths / 10
  return {
    kind: 'recorded',
    isNew: true,
    id: await insertReport(db, row),
    reason,
    caseId,
    score,
  }
}

/** The report to withdraw. */
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
  db: LabelQueries,
  { target, reporter, atMs }: ReportWithdrawal,
): Promise<Pick<StoredReport, 'id' | 'caseId'> | null> {
  const { visitorSalt } = await lockReports(db)
  const key = { address: target, reporter: identifyReporter(reporter, visitorSalt) }
  return await markReportWithdrawn(db, key, atMs)
}

function identifyReporter(reporter: ReportWithdrawal['reporter'], visitorSalt: string): string {
  if (reporter.kind === 'wallet') return reporter.address
  return createHmac('sha256', visitorSalt).update(reporter.client).digest('hex')
}

const DAY_MS = 86_400_000

async function findExhaustedBudget(
  db: LabelQueries,
  { id, reporter, atMs }: Pick<NewReport, 'reporter' | 'atMs'> & { id: string },
  { perReporter, total }: ReportBudget,
): Promise<ReportOutcome | null> {
  const dayMs = atMs - (atMs % DAY_MS)
  const secondsLeft = Math.ceil((dayMs + DAY_MS - atMs) / 1000)
  const exhausted = { kind: 'budget_exhausted', secondsLeft } as const
  if ((await countAllReports(db, reporter.kind === 'visitor', dayMs)) >= total) {
    return { ...exhausted, scope: 'all', limit: total }
  }
  if ((await countReports(db, id, dayMs)) >= perReporter) {
    return { ...exhausted, scope: 'client', limit: perReporter }
  }
  return null
}

/** A report as it is stored. */
interface StoredReport {
  id: number
  reason: string
  caseId: string
  /** Score of the author at that time, 0–100; `null` for a visitor. */
  score: number | null
}

/** A report to insert; see `LabelReportRow`. */
interface ReportRow {
  address: Address
  reporter: string
  scoreTenths: number | null
  reason: string
  reasonHash: string
  caseId: string
  atMs: number
}

/** Identifies the current report of an author about an address. */
type ReportKey = Pick<ReportRow, 'address' | 'reporter'>

/** Blocks other changes of reports until this transaction ends. Returns the salt of visitors. */
async function lockReports(queries: LabelQueries): Promise<{ visitorSalt: string }> {
  const state = queries.selectFrom('label_state').select('visitor_salt').forUpdate()
  return { visitorSalt: (await state.executeTakeFirstOrThrow()).visitor_salt }
}

/** Returns the report that is not withdrawn; `null` when there is none. */
async function findCurrentReport(
  queries: LabelQueries,
  { address, reporter }: ReportKey,
): Promise<StoredReport | null> {
  const row = await queries
    .selectFrom('label_report')
    .select(['id', 'reason', 'case_id as caseId', 'score_tenths'])
    .where('address', '=', address)
    .where('reporter', '=', reporter)
    .where('withdrawn_ms', 'is', null)
    .executeTakeFirst()
  if (row === undefined) return null
  const { score_tenths, ...report } = row
  return { ...report, score: score_tenths === null ? null : score_tenths / 10 }
}

/** Counts the reports of an author from a block time on, in Unix milliseconds; also withdrawn ones. */
async function countReports(
  queries: LabelQueries,
  reporter: string,
  fromMs: number,
): Promise<number> {
  const { count } = await queries
    .selectFrom('label_report')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('reporter', '=', reporter)
    .where('at_ms', '>=', fromMs)
    .executeTakeFirstOrThrow()
  return count
}

/** Counts the reports of all visitors, or of all wallets, from a block time on. */
async function countAllReports(
  queries: LabelQueries,
  isVisitor: boolean,
  fromMs: number,
): Promise<number> {
  const { count } = await queries
    .selectFrom('label_report')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('at_ms', '>=', fromMs)
    .where('score_tenths', isVisitor ? 'is' : 'is not', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Inserts a report, gives its address the next number of changes, and returns its id. */
async function insertReport(queries: LabelQueries, report: ReportRow): Promise<number> {
  const { address, reporter, reason } = report
  const { id } = await queries
    .insertInto('label_report')
    .values({
      address,
      reporter,
      reason,
      reason_hash: report.reasonHash,
      score_tenths: report.scoreTenths,
      case_id: report.caseId,
      at_ms: report.atMs,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await recordReportChange(queries, address)
  return id
}

/** Withdraws the current report of an author; returns it, or `null` when there is none. */
async function markReportWithdrawn(
  queries: LabelQueries,
  { address, reporter }: ReportKey,
  withdrawnMs: number,
): Promise<Pick<StoredReport, 'id' | 'caseId'> | null> {
  const row = await queries
    .updateTable('label_report')
    .set({ withdrawn_ms: withdrawnMs })
    .where('address', '=', address)
    .where('reporter', '=', reporter)
    .where('withdrawn_ms', 'is', null)
    .returning(['id', 'case_id as caseId'])
    .executeTakeFirst()
  if (row === undefined) return null
  await recordReportChange(queries, address)
  return row
}

async function recordReportChange(queries: LabelQueries, address: Address): Promise<void> {
  await sql`
    with state as (update label_state set report_seq = report_seq + 1 returning report_seq)
    insert into label_report_change (address, seq)
    select ${address}, report_seq from state
    on conflict (address) do update set seq = excluded.seq`.execute(queries)
  await sql`select pg_notify('reports_changed', ${address})`.execute(queries)
}
