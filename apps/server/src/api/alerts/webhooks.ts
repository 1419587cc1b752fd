import {
  confirmWebhook,
  createWebhook,
  deleteWebhook,
  listWebhooks,
  rotateWebhookSecret,
  testWebhook,
} from '@app/api/routes/alerts.ts'
import type { WebhookEntry } from '@app/api/schemas/subscriptions.ts'
import { type Address, toAddress } from '@app/values/address.ts'
import { formatWait } from '@app/values/time.ts'
import { CHANNELS } from '../../alerts/channels/channels.ts'
import { toCanonicalUrl, trimUrl } from '../../alerts/guard/check-target-url.ts'
import {
  EXPECTED_ECHO,
  type RequestedTarget,
  requestChallenge,
} from '../../alerts/subscriptions/write-deliveries.ts'
import {
  MAX_REPLACED_SECRETS,
  readSubscriptions,
  replaceSecret,
  type StoredSubscription,
  writeSubscription,
} from '../../alerts/subscriptions/write-subscription.ts'
import { readWatchList } from '../../alerts/subscriptions/write-watch.ts'
import { loadIndexedTip } from '../../facts/load-indexed-tip.ts'
import type { Api } from '../api.ts'
import { ApiFailure } from '../api-failure.ts'
import { mountRoute } from '../http/mount-route.ts'
import {
  mountRemoval,
  mountTest,
  requireSubscription,
  sendAndWait,
  sendFirst,
  toRequestedTarget,
  WEBHOOK_CALLS,
} from './subscription-calls.ts'
import { getStatus } from './subscriptions.ts'

export function mountWebhookRoutes(api: Api): void {
  const { context } = api
  mountRoute(api, { route: createWebhook }, async ({ body, session }) => {
    const owner = session.address
    const url = checkUrl(api, trimUrl(body.url))
    const addresses = body.addresses?.map((text) => toAddress(text)) ?? null
    await checkWatched(api, owner, addresses ?? [])
    const sinceMs = (await loadIndexedTip(context))?.timeMs ?? 0
    const webhook = { channel: 'webhook', url } as const
    const secret = CHANNELS.webhook.createSecret(webhook)
    const id = await writeSubscription(context, { ...webhook, owner, secret, addresses, sinceMs })
    if (id === null) throw new ApiFailure('too_many_webhooks')
    const problem = await sendFirst(
      () => challenge(api, toRequestedTarget(owner, { ...webhook, id })),
      (message) =>
        `The webhook is not confirmed: no challenge was sent. ${message} Then confirm it.`,
    )
    const data = { id: String(id), secret }
    if (problem === null) return { data: { ...data, status: 'confirmed' as const } }
    return { data: { ...data, status: 'unconfirmed' as const, problem } }
  })
  mountRoute(api, { route: confirmWebhook }, async ({ params, session }) => {
    const named = { owner: session.address, id: params.id }
    const { isConfirmed, target } = await requireSubscription(api, WEBHOOK_CALLS, named)
    const problem = isConfirmed ? null : await challenge(api, target)
    if (problem !== null) throw new ApiFailure('webhook_not_confirmed', { message: problem })
    return { data: { id: params.id, status: 'confirmed' as const } }
  })
  mountRoute(api, { route: listWebhooks }, async ({ session }) => {
    const stored = await readSubscriptions(context, session.address, WEBHOOK_CALLS.channels)
    return { data: stored.map(toWebhookEntry) }
  })
  mountRemoval(api, WEBHOOK_CALLS, deleteWebhook)
  mountTest(api, WEBHOOK_CALLS, testWebhook)
  mountRoute(api, { route: rotateWebhookSecret }, async ({ params, session }) => {
    const named = { owner: session.address, id: Number(params.id) }
    const rotation = await replaceSecret(context, named)
    if (rotation.kind === 'not_found') throw new ApiFailure('webhook_not_found')
    if (rotation.kind === 'limited') {
      const { secondsLeft } = rotation
      throw new ApiFailure('rate_limited', {
        message: `The secret of a webhook can be replaced ${MAX_REPLACED_SECRETS} times in 24 hours. Wait ${formatWait(secondsLeft)}.`,
        headers: { 'retry-after': String(secondsLeft) },
      })
    }
    const replacedSecretUntil = rotation.replacedUntil.toISOString()
    return { data: { id: params.id, secret: rotation.secret, replacedSecretUntil } }
  })
}

const challenge = (api: Api, target: RequestedTarget) =>
  sendAndWait(api, {
    calls: WEBHOOK_CALLS,
    target,
    request: () => requestChallenge(api.context, target),
    describeWaiting: `The webhook is not confirmed yet: its challenge waits to be sent. See its deliveries in a moment. ${EXPECTED_ECHO}`,
    describeFailure: (error) =>
      `The webhook is not confirmed: ${error ?? 'its challenge was not sent'}. ${EXPECTED_ECHO}`,
  })

/** Returns the URL to store. Throws `webhook_url_refused`. Its host is resolved and checked when something is sent. */
function checkUrl({ context }: Api, url: string): string {
  const allowsLoopback = context.config.network === 'local'
  const problem = CHANNELS.webhook.validate({ url }, { allowsLoopback })
  if (problem === null) return toCanonicalUrl(url)
  const message = `This URL cannot be a webhook. ${problem}`
  throw new ApiFailure('webhook_url_refused', { message })
}

async function checkWatched(
  { context }: Api,
  owner: Address,
  addresses: readonly Address[],
): Promise<void> {
  if (addresses.length === 0) return
  const watched = new Set((await readWatchList(context, owner)).map(({ address }) => address))
  const missing = addresses.find((address) => !watched.has(address))
  if (missing === undefined) return
  const message = `A webhook is for addresses of your watch list. Watch ${missing} first.`
  throw new ApiFailure('not_watched', { message })
}

function toWebhookEntry(webhook: StoredSubscription): WebhookEntry {
  const { id, url, addresses, createdAt, replacedSecretUntil } = webhook
  return {
    id: String(id),
    url,
    ...(addresses !== null && { addresses }),
    createdAt: createdAt.toISOString(),
    status: getStatus(webhook),
    ...(replacedSecretUntil !== null && { replacedSecretUntil: replacedSecretUntil.toISOString() }),
  }
}
