import { openAppeal } from '@app/api/routes/cases.ts'
import { getAppealObstacle } from '@app/rules/remedies.ts'
import type { Address } from '@app/values/address.ts'
import type { AppealSubject } from '@app/values/governance.ts'
import { readAddress } from '../../governance/read-proposals.ts'
import type { Context } from '../../runtime/context.ts'
import type { Api } from '../api.ts'
import { ApiFailure } from '../api-failure.ts'
import {
  loadOpenedAppeal,
  relayMessage,
  requireSigned,
  waitForMirror,
} from '../consent/relay-message.ts'
import { mountRoute } from '../http/mount-route.ts'
import { loadResponseMeta } from '../load-response-meta.ts'

export function mountAppealRoute(api: Api): void {
  const { context, limits } = api
  mountRoute(api, { route: openAppeal }, async ({ body }, request) => {
    const { reason } = body
    const message = 'Connect your wallet to appeal'
    const against = toAppealSubject(body.against)
    const content = { kind: 'appeal', against, reason } as const
    const signed = requireSigned(api, request, { wallet: body.wallet, message }, content)
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

/** Returns what is appealed without further fields of the request, which its signer has not signed. */
export function toAppealSubject(against: AppealSubject): AppealSubject {
  return 'flagNumber' in against
    ? { flagNumber: against.flagNumber }
    : { freezeNumber: against.freezeNumber }
}

/**
 * Throws `ApiFailure` with a sentence when a wallet cannot appeal now: nothing of that number stands against it, or it has
 * appealed. The contract decides again.
 */
export async function requireAppealable(
  context: Pick<Context, 'db'>,
  address: Address,
  against: AppealSubject,
): Promise<void> {
  const { state } = await readAddress(context, address)
  const obstacle = getAppealObstacle(state, against)
  if (obstacle !== null) throw new ApiFailure('appeal_refused', { message: obstacle.message })
}
