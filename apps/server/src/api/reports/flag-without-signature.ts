import type { Flag } from '@app/api/schemas/action.ts'
import { hashReason } from '@app/contracts/hash-reason.ts'
import { computeReportWeight } from '@app/score/community/compute-report-weight.ts'
import { type Address, toAddress } from '@app/values/address.ts'
import { formatWithheld } from '@app/values/text/withheld.ts'
import type { FastifyRequest } from 'fastify'
import { recordFlag } from '../../agent/request-entry.ts'
import { readWithheldText } from '../../cases/read-withheld-text.ts'
import { loadIndexedTip } from '../../facts/load-indexed-tip.ts'
import { readAddress } from '../../governance/read-proposals.ts'
import { type NewReport, type ReportOutcome, recordReport } from '../../labels/report.ts'
import { assertAccountExists } from '../answers/load-or-compute-score.ts'
import type { Api } from '../api.ts'
import { ApiFailure } from '../failures/api-failure.ts'
import { SHARED_ADDRESS } from '../http/identify-client.ts'
import { identifyReporter } from './identify-reporter.ts'
import { requireOther } from './require-other.ts'

/** What a visitor or a logged-in wallet says about a target. */
export interface UnsignedFlag {
  targetAddress: string
  reason: string
}

/**
 * Records a flag of the visitor, or of the wallet of the session, as a report that stays off the chain.
 * Repeated, it returns the first one. Throws `ApiFailure` when it is refused.
 */
export async function flagWithoutSignature(
  api: Api,
  { targetAddress, reason }: UnsignedFlag,
  request: FastifyRequest,
): Promise<Flag> {
  const { context } = api
  const target = toAddress(targetAddress)
  const atMs = await loadBlockTime(api)
  const reporter = await identifyReporter(api, request)
  if (reporter.kind === 'wallet') requireOther(target, reporter.address)
  await assertAccountExists(context, target)
  const caseId = await findStandingCase(api, target)
  const reasonHash = hashReason(reason)
  const stored = await storeReport(api, { target, reporter, reason, reasonHash, caseId, atMs })
  return {
    id: formatReportId(stored),
    targetAddress: target,
    reason: await readShownReason(api, stored),
    weight: computeReportWeight(stored.score),
    caseId: stored.caseId,
  }
}

/** Reads the reason of a report, which may be an earlier one; or that it is withheld. */
async function readShownReason({ context }: Api, { reason }: RecordedReport): Promise<string> {
  const withheld = await readWithheldText(context.db, hashReason(reason))
  return withheld === null ? reason : formatWithheld(withheld)
}

/** Returns the public id of a report; signed flags have the ids of actions. */
export const formatReportId = ({ id }: { id: number }): string => `report-${id}`

/**
 * Returns the time of the latest indexed block in Unix milliseconds. Throws `ApiFailure` while none is
 * indexed.
 */
async function loadBlockTime({ context }: Pick<Api, 'context'>): Promise<number> {
  const tip = await loadIndexedTip(context)
  if (tip === null) throw new ApiFailure('not_ready')
  return tip.timeMs
}

type RecordedReport = Extract<ReportOutcome, { kind: 'recorded' }>

async function storeReport({ context }: Api, report: NewReport): Promise<RecordedReport> {
  const { reportBudget } = context.config.api
  const outcome = await context.db.transaction().execute(async (db) => {
    const recorded = await recordReport(db, report, reportBudget)
    if (recorded.kind === 'recorded' && recorded.isNew) {
      const { target, reporter, reason } = report
      const wallet = reporter.kind === 'wallet' ? reporter.address : null
      await recordFlag(db, { target, wallet, reason, caseId: recorded.caseId })
    }
    return recorded
  })
  if (outcome.kind === 'recorded') return outcome
  const { scope, limit, secondsLeft } = outcome
  const one = report.reporter.kind === 'wallet' ? 'one wallet' : SHARED_ADDRESS
  const who = scope === 'client' ? one : 'all clients together'
  throw new ApiFailure('budget_exhausted', {
    message: `Today ${who} can flag ${limit} wallets without a signature, and that many were. Connect a wallet and sign, or try again tomorrow (UTC).`,
    headers: { 'retry-after': String(secondsLeft) },
  })
}

/** Returns the case of the flag that stands against an address; `null` for none. */
async function findStandingCase({ context }: Api, address: Address): Promise<string | null> {
  const { state } = await readAddress(context, address)
  return state.flag?.caseId ?? null
}
