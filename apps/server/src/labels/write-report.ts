import type { Address } from '@app/values/address.ts'
import { sql } from 'kysely'
import type { LabelQueries } from './queries.ts'

/** A report as it is stored. */
export interface StoredReport {
  id: number
  reason: string
  caseId: string
  /** Score of the author at that time, 0–100; `null` for a visitor. */
  score: number | null
}

/** A report to insert; see `LabelReportRow`. */
export interface ReportRow {
  address: Address
  reporter: string
  scoreTenths: number | null
  reason: string
  reasonHash: string
  caseId: string
  atMs: number
}

/** Identifies the current report of an author about an address. */
export type ReportKey = Pick<ReportRow, 'address' | 'reporter'>

/** Blocks other changes of reports until this transaction ends. Returns the salt of visitors. */
export async function lockReports(queries: LabelQueries): Promise<{ visitorSalt: string }> {
  const state = queries.selectFrom('label_state').select('visitor_salt').forUpdate()
  return { visitorSalt: (await state.executeTakeFirstOrThrow()).visitor_salt }
}

/** Returns the report that is not withdrawn; `null` when there is none. */
export async function findCurrentReport(
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
export async function countReports(
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
export async function countAllReports(
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
export async function insertReport(queries: LabelQueries, report: ReportRow): Promise<number> {
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
export async function markReportWithdrawn(
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
