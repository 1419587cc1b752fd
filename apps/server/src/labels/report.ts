import { createHmac } from 'node:crypto'
import type { Address } from '@app/values/address.ts'
import type { LabelQueries } from './queries.ts'
import {
  countAllReports,
  countReports,
  findCurrentReport,
  insertReport,
  lockReports,
  markReportWithdrawn,
  type StoredReport,
} from './write-report.ts'

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
export interface ReportBudget {
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
export interface ReportWithdrawal {
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
