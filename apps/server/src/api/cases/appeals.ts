import { openAppeal } from '@app/api/routes/cases.ts'
import { loadResponseMeta } from '../answers/load-response-meta.ts'
import type { Api } from '../api.ts'
import { relayMessage, requireWallet, toRelayRequest } from '../consent/relay-message.ts'
import { waitForMirror } from '../consent/wait-for-mirror.ts'
import { mountRoute } from '../http/mount-route.ts'
import { buildRateLimit } from '../http/plugins.ts'
import { requirePlainText } from '../input/require-plain-text.ts'
import { requireAppealable, toAppealSubject } from './check-appeal.ts'
import { loadOpenedAppeal } from './load-appeal.ts'

/** Mounts the route that relays the signed appeal of a flagged or frozen wallet. */
export function mountAppealRoute(api: Api): void {
  const { context, limits } = api
  const config = buildRateLimit(limits.writesPerMinute)
  mountRoute(api, { route: openAppeal, config }, async ({ body }, request) => {
    const { reason } = body
    requirePlainText(reason)
    const message = 'Connect your wallet to appeal'
    const wallet = requireWallet(api, request, { wallet: body.wallet, message })
    const against = toAppealSubject(body.against)
    const signed = toRelayRequest(wallet, { kind: 'appeal', against, reason })
    const signal = AbortSignal.timeout(limits.responseTimeoutMs)
    const checkSigner = () => requireAppealable(context, signed.address, against)
    const { txId, isIndexed } = await relayMessage(api, signed, { signal, checkSigner })
    const appeal = isIndexed
      ? await waitForMirror(api, () => loadOpenedAppeal(context, txId), signal)
      : null
    const meta = await loadResponseMeta(api)
    if (appeal === null) return { data: { txId }, isAccepted: true, meta }
    return { data: appeal, meta }
  })
}
