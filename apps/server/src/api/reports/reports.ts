import { flagWallet, vouchForWallet, withdrawFlag, withdrawVouch } from '@app/api/routes/actions.ts'
import { computeReportWeight } from '@app/score/community/compute-community-facts.ts'
import { type Address, toAddress } from '@app/values/address.ts'
import type { SubmittedMessage } from '../../agent/submit-message.ts'
import { readPublished } from '../../flow-access/read-published.ts'
import type { Api } from '../api.ts'
import { checkReporter, requireOther } from '../consent/check-eligibility.ts'
import {
  type RelayResult,
  relayMessage,
  requireWallet,
  toSubmittedMessage,
} from '../consent/relay-message.ts'
import { mountRoute } from '../http/mount-route.ts'
import { buildRateLimit } from '../http/plugins.ts'
import { loadResponseMeta } from '../load-response-meta.ts'
import { assertAccountExists } from '../score/load-current-score.ts'
import { flagWithoutSignature, withdrawWithoutSignature } from './unsigned-reports.ts'

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
  const config = buildRateLimit(api.limits.writesPerMinute)
  mountRoute(api, { route: flagWallet, config }, async ({ body }, request) => {
    const { reason } = body
    if (body.wallet === undefined) {
      const data = await flagWithoutSignature(api, body, request)
      return { data, meta: await loadResponseMeta(api) }
    }
    const target = toAddress(body.targetAddress)
    const message = 'Connect your wallet to flag a wallet'
    const wallet = requireWallet(api, request, { wallet: body.wallet, message })
    const signed = toSubmittedMessage(wallet, { kind: 'report', target, reason })
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
  const config = buildRateLimit(api.limits.writesPerMinute)
  mountRoute(api, { route, config }, async ({ body }, request) => {
    const target = toAddress(body.targetAddress)
    const message = `Connect your wallet to ${purpose}`
    if (body.wallet === undefined && kind === 'report withdrawal') {
      const data = await withdrawWithoutSignature(api, { ...body, message }, request)
      return { data, meta: await loadResponseMeta(api) }
    }
    const wallet = requireWallet(api, request, { wallet: body.wallet, message })
    const result = await relayReport(api, toSubmittedMessage(wallet, { kind, target }), target)
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
