import { flagWallet, vouchForWallet, withdrawFlag, withdrawVouch } from '@app/api/routes/actions.ts'
import type { Relayed, ReportedFlag } from '@app/api/schemas/action.ts'
import { hashReason } from '@app/contracts/hash-reason.ts'
import { computeReportWeight } from '@app/score/community/compute-community-facts.ts'
import { type Address, toAddress } from '@app/values/address.ts'
import { formatWithheld } from '@app/values/withheld.ts'
import type { FastifyRequest } from 'fastify'
import { recordFlag, recordFlagWithdrawal } from '../../agent/record-flag.ts'
import type { SubmittedMessage } from '../../agent/submit-message.ts'
import { readWithholding } from '../../cases/write-withheld-text.ts'
import { loadIndexedTip } from '../../facts/load-indexed-tip.ts'
import { readPublished } from '../../flow-access/read-published.ts'
import { readAddress } from '../../governance/read-proposals.ts'
import {
  type NewReport,
  type Reporter,
  type ReportOutcome,
  recordReport,
  withdrawReport,
} from '../../labels/write-report.ts'
import type { Api } from '../api.ts'
import { ApiFailure } from '../api-failure.ts'
import { checkReporter, requireOther } from '../consent/check-eligibility.ts'
import { type RelayResult, relayMessage, requireSigned } from '../consent/relay-message.ts'
import { identifyClient, SHARED_ADDRESS } from '../http/limits.ts'
import { mountRoute } from '../http/mount-route.ts'
import { requireOwnOrigin } from '../http/origins.ts'
import { loadResponseMeta } from '../load-response-meta.ts'
import { assertAccountExists, loadOrComputeScore } from '../score/load-or-compute-score.ts'
import { findSession } from '../users/session-cookie.ts'
import type { UserSession } from '../users/write-session.ts'

/**
 * Mounts the routes of flags and vouches, and of their withdrawals: signed ones are relayed, flags
 * without a signature are recorded.
 */
export function mountReportRoutes(api: Api): void {
  mountFlagging(api)
  mountTargetRoute(api, withdrawFlag, { kind: 'report withdrawal', purpose: 'withdraw a flag' })
  mountTargetRoute(api, vouchForWallet, { kind: 'vouch', purpose: 'vouch for a wallet' })
  mountTargetRoute(api, withdrawVouch, { kind: 'vouch withdrawal', purpose: 'withdraw a vouch' })
}

function mountFlagging(api: Api): void {
  mountRoute(api, { route: flagWallet }, async ({ body }, request) => {
    const { reason } = body
    if (body.wallet === undefined) {
      const data = await flagWithoutSignature(api, body, request)
      return { data, meta: await loadResponseMeta(api) }
    }
    const target = toAddress(body.targetAddress)
    const message = 'Connect your wallet to flag a wallet'
    const content = { kind: 'report', target, reason } as const
    const signed = requireSigned(api, request, { wallet: body.wallet, message }, content)
    const result = await relayReport(api, signed, target)
    const weight = await readWeight(api, signed.address)
    const data = { ...toData(target, result), reason, weight }
    return { data, isAccepted: !result.isIndexed, meta: await loadResponseMeta(api) }
  })
}

type TargetRoute = typeof withdrawFlag | typeof vouchForWallet | typeof withdrawVouch

interface TargetMessage {
  kind: 'report withdrawal' | 'vouch' | 'vouch withdrawal'
  /** Completes 'Connect your wallet to …'. */
  purpose: string
}

function mountTargetRoute(api: Api, route: TargetRoute, { kind, purpose }: TargetMessage): void {
  mountRoute(api, { route }, async ({ body }, request) => {
    const target = toAddress(body.targetAddress)
    const message = `Connect your wallet to ${purpose}`
    if (body.wallet === undefined && kind === 'report withdrawal') {
      const data = await withdrawWithoutSignature(api, { ...body, message }, request)
      return { data, meta: await loadResponseMeta(api) }
    }
    const signature = { wallet: body.wallet, message }
    const signed = requireSigned(api, request, signature, { kind, target })
    const result = await relayReport(api, signed, target)
    const meta = await loadResponseMeta(api)
    return { data: toData(target, result), isAccepted: !result.isIndexed, meta }
  })
}

async function relayReport(
  api: Api,
  signed: SubmittedMessage,
  target: Address,
): Promise<RelayResult> {
  const { address, content } = signed
  requireOther({ kind: content.kind, target }, address)
  const signal = AbortSignal.timeout(api.limits.responseTimeoutMs)
  const checkSigner = async () => {
    if (content.kind === 'report') await assertAccountExists(api.context, target)
    await checkReporter(api, address, signal)
  }
  return await relayMessage(api, signed, { signal, checkSigner })
}

const toData = (targetAddress: Address, { actionId, caseId, txId }: RelayResult) => ({
  id: String(actionId),
  targetAddress,
  caseId,
  txId,
})

/** A flag weighs as much as the published score of its author: 0 to 1. */
async function readWeight({ context }: Api, address: Address): Promise<number> {
  const { flow, config } = context
  const published = await readPublished({ flow, network: config.network }, address)
  return computeReportWeight(published?.record?.score ?? 0)
}

type RecordedReport = Extract<ReportOutcome, { kind: 'recorded' }>

/**
 * Records a flag of the visitor, or of the wallet of the session, as a report that stays off the chain.
 * Repeated, it returns the first one. Throws `ApiFailure` when it is refused.
 */
async function flagWithoutSignature(
  api: Api,
  { targetAddress, reason }: { targetAddress: string; reason: string },
  request: FastifyRequest,
): Promise<ReportedFlag> {
  const { context } = api
  const target = toAddress(targetAddress)
  const tip = await loadIndexedTip(context)
  if (tip === null) throw new ApiFailure('not_ready')
  const reporter = await identifyReporter(api, request)
  if (reporter.kind === 'wallet') requireOther({ kind: 'report', target }, reporter.address)
  await assertAccountExists(context, target)
  const { state } = await readAddress(context, target)
  const caseId = state.flag?.caseId ?? null
  const report = { target, reporter, reason, reasonHash: hashReason(reason), caseId }
  const stored = await storeReport(api, { ...report, atMs: tip.timeMs })
  api.scoreResponses.drop(target)
  // The reason may be that of an earlier report, and withheld.
  const withheld = await readWithholding(context.db, hashReason(stored.reason))
  return {
    id: formatReportId(stored),
    targetAddress: target,
    reason: withheld === null ? stored.reason : formatWithheld(withheld),
    weight: computeReportWeight(stored.score),
    caseId: stored.caseId,
  }
}

/** Returns the public id of a report; signed flags have the ids of actions. */
const formatReportId = ({ id }: { id: number }): string => `report-${id}`

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

/**
 * Withdraws the report of the session's wallet about a target, or else that of the visitor. Throws
 * `ApiFailure`, with `message`, when there is neither.
 */
async function withdrawWithoutSignature(
  api: Api,
  { targetAddress, message }: { targetAddress: string; message: string },
  request: FastifyRequest,
): Promise<Relayed> {
  const { db } = api.context
  const target = toAddress(targetAddress)
  const session = await readOwnSession(api, request)
  const atMs = (await loadIndexedTip(api.context))?.timeMs ?? 0
  const visitor = identifyVisitor(request)
  const reporters =
    session === null ? [visitor] : [{ kind: 'wallet', address: session.address } as const, visitor]
  const withdrawn = await db.transaction().execute(async (queries) => {
    for (const reporter of reporters) {
      const report = await withdrawReport(queries, { target, reporter, atMs })
      if (report === null) continue
      const wallet = 'address' in reporter ? reporter.address : null
      await recordFlagWithdrawal(queries, { target, wallet, caseId: report.caseId })
      return report
    }
    return null
  })
  if (withdrawn === null) throw new ApiFailure('wallet_required', { message })
  api.scoreResponses.drop(target)
  return { id: formatReportId(withdrawn), targetAddress: target, caseId: withdrawn.caseId }
}

/**
 * Returns who makes a report without a signature: the wallet that is logged in, with its score now,
 * otherwise the visitor. Throws `ApiFailure` when a page of another website sent the request.
 */
async function identifyReporter(api: Api, request: FastifyRequest): Promise<Reporter> {
  const session = await readOwnSession(api, request)
  if (session === null) return identifyVisitor(request)
  const { address } = session
  const { score } = await loadOrComputeScore(api.context, address)
  return { kind: 'wallet', address, score }
}

const identifyVisitor = (request: FastifyRequest) =>
  ({ kind: 'visitor', client: identifyClient(request) }) as const

/**
 * Reads the session of a request; `null` when there is none. Throws `ApiFailure` when a page of another
 * website sent the request, with or without a session: it could have all of its readers report a wallet.
 */
async function readOwnSession(
  { context }: Pick<Api, 'context'>,
  request: FastifyRequest,
): Promise<UserSession | null> {
  requireOwnOrigin(request, context.config.api.webOrigins)
  return await findSession(context, request)
}
