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
  requestTest,
} from '../../alerts/subscriptions/write-deliveries.ts'
import {
  MAX_REPLACED_SECRETS,
  markRemoved,
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
import { buildRateLimit } from '../http/plugins.ts'
import { waitForDelivery } from './deliveries.ts'
import {
  requireActive,
  requireSubscription,
  toRequestedTarget,
  WEBHOOK_CALLS,
  withRequestLimit,
} from './require-subscription.ts'

/** Mounts the routes of the webhooks of the logged-in wallet. */
export function mountWebhookRoutes(api: Api): void {
  const { context, limits } = api
  const config = buildRateLimit(limits.writesPerMinute)
  mountRoute(api, { route: createWebhook, config }, async ({ body, session }) => {
    const owner = session.address
    const url = checkUrl(api, trimUrl(body.url))
    const addresses = body.addresses?.map((text) => toAddress(text)) ?? null
    await checkWatched(api, owner, addresses ?? [])
    const sinceMs = (await loadIndexedTip(context))?.timeMs ?? 0
    const webhook = { channel: 'webhook', url } as const
    const secret = CHANNELS.webhook.createSecret(webhook)
    const id = await writeSubscription(context, { ...webhook, owner, secret, addresses, sinceMs })
    if (id === null) throw new ApiFailure('too_many_webhooks')
    const problem = await challengeNew(api, toRequestedTarget(owner, { ...webhook, id }))
    const data = { id: String(id), secret }
    if (problem === null) return { data: { ...data, status: 'confirmed' as const } }
    return { data: { ...data, status: 'unconfirmed' as const, problem } }
  })
  mountRoute(api, { route: confirmWebhook, config }, async ({ params, session }) => {
    const owner = session.address
    const webhook = await requireSubscription(api, WEBHOOK_CALLS, { owner, id: params.id })
    if (!webhook.isConfirmed) {
      const problem = await challenge(api, toRequestedTarget(owner, webhook))
      if (problem !== null) throw new ApiFailure('webhook_not_confirmed', { message: problem })
    }
    return { data: { id: params.id, status: 'confirmed' as const } }
  })
  mountRoute(api, { route: listWebhooks }, async ({ session }) => {
    const stored = await readSubscriptions(context, session.address, ['webhook'])
    return { data: stored.map(toWebhookEntry) }
  })
  mountRoute(api, { route: deleteWebhook, config }, async ({ params, session }) => {
    const owner = session.address
    const target = { channel: 'webhook', id: Number(params.id) } as const
    const isRemoved = await markRemoved(context, { owner, target })
    if (!isRemoved) throw new ApiFailure('webhook_not_found')
    return { data: { id: params.id } }
  })
  mountRoute(api, { route: testWebhook, config }, async ({ params, session }) => {
    const owner = session.address
    const target = await requireActive(api, WEBHOOK_CALLS, { owner, id: params.id })
    const id = await withRequestLimit(() => requestTest(context, target))
    return { data: { id: String(id) } }
  })
  mountRoute(api, { route: rotateWebhookSecret, config }, async ({ params, session }) => {
    const owner = session.address
    const rotation = await replaceSecret(context, { owner, id: Number(params.id) })
    if (rotation.kind === 'not_found') throw new ApiFailure('webhook_not_found')
    if (rotation.kind === 'limited') throw buildRotationFailure(rotation.secondsLeft)
    const replacedSecretUntil = rotation.replacedUntil.toISOString()
    return { data: { id: params.id, secret: rotation.secret, replacedSecretUntil } }
  })
}

const buildRotationFailure = (secondsLeft: number) =>
  new ApiFailure('rate_limited', {
    message: `The secret of a webhook can be replaced ${MAX_REPLACED_SECRETS} times in 24 hours. Wait ${formatWait(secondsLeft)}.`,
    headers: { 'retry-after': String(secondsLeft) },
  })

/** Like `challenge`: too many challenges are no reason to hide the secret of a webhook that was created. */
async function challengeNew(api: Api, target: RequestedTarget): Promise<string | null> {
  try {
    return await challenge(api, target)
  } catch (error) {
    if (error instanceof ApiFailure && error.code === 'rate_limited') {
      return `The webhook is not confirmed: no challenge was sent. ${error.message} Then confirm it.`
    }
    throw error
  }
}

/**
 * Has a challenge sent, and waits for the end of the attempt. Returns why the webhook is not confirmed, `null` when it
 * is. Throws `rate_limited`, and `webhook_not_found` when it was removed meanwhile. No transaction is open meanwhile.
 */
async function challenge(api: Api, target: RequestedTarget): Promise<string | null> {
  const id = await withRequestLimit(() => requestChallenge(api.context, target))
  const end = await waitForDelivery(api, { owner: target.owner, id })
  if (end?.status === 'delivered') return null
  if (end?.status === 'withdrawn') throw new ApiFailure('webhook_not_found')
  if (end === null) {
    return `The webhook is not confirmed yet: its challenge waits to be sent. See its deliveries in a moment. ${EXPECTED_ECHO}`
  }
  return `The webhook is not confirmed: ${end.error ?? 'its challenge was not sent'}. ${EXPECTED_ECHO}`
}

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

function getStatus({ isConfirmed, isGone }: StoredSubscription): WebhookEntry['status'] {
  if (isConfirmed) return 'confirmed'
  return isGone ? 'gone' : 'unconfirmed'
}
