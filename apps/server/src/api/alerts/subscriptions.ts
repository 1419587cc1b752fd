import {
  confirmSubscription,
  createSubscription,
  deleteSubscription,
  getPushKey,
  listSubscriptions,
  sendSubscriptionCode,
  testSubscription,
} from '@app/api/routes/alerts.ts'
import type { SubscriptionEntry } from '@app/api/schemas/subscriptions.ts'
import type { Channel } from '../../alerts/channels/channel.ts'
import { CHANNELS } from '../../alerts/channels/channels.ts'
import { readPushKeys } from '../../alerts/channels/push-keys.ts'
import { toCanonicalUrl, trimUrl } from '../../alerts/guard/check-target-url.ts'
import {
  type CodeCheck,
  confirmByCode,
  type RequestedTarget,
  requestCode,
  requestTest,
} from '../../alerts/subscriptions/write-deliveries.ts'
import {
  markRemoved,
  type NewSubscription,
  readSubscriptions,
  type StoredSubscription,
  writeSubscription,
} from '../../alerts/subscriptions/write-subscription.ts'
import { loadIndexedTip } from '../../facts/load-indexed-tip.ts'
import type { Api } from '../api.ts'
import { ApiFailure } from '../api-failure.ts'
import { mountRoute } from '../http/mount-route.ts'
import { buildRateLimit } from '../http/plugins.ts'
import { waitForDelivery } from './deliveries.ts'
import {
  requireActive,
  requireSubscription,
  SUBSCRIPTION_CALLS,
  toRequestedTarget,
  withRequestLimit,
} from './require-subscription.ts'

/** Mounts the routes of the chats and browsers that get alerts of the logged-in wallet. */
export function mountSubscriptionRoutes(api: Api): void {
  const { context, limits } = api
  const config = buildRateLimit(limits.writesPerMinute)
  const { channels } = SUBSCRIPTION_CALLS
  mountRoute(api, { route: getPushKey }, async () => {
    const { publicKey } = await readPushKeys(context)
    return { data: { publicKey } }
  })
  mountRoute(api, { route: listSubscriptions }, async ({ session }) => {
    const stored = await readSubscriptions(context, session.address, channels)
    return { data: stored.map(toSubscriptionEntry) }
  })
  mountRoute(api, { route: createSubscription, config }, async ({ body, session }) => {
    const owner = session.address
    const { channel } = body
    const wanted = { ...body, url: trimUrl(body.url) }
    checkWanted(api, CHANNELS[channel], wanted)
    const sinceMs = (await loadIndexedTip(context))?.timeMs ?? 0
    const secret = CHANNELS[channel].createSecret(wanted)
    const url = toCanonicalUrl(wanted.url)
    const subscription = { owner, channel, url, secret, addresses: null, sinceMs }
    return { data: await subscribe(api, subscription) }
  })
  mountRoute(api, { route: sendSubscriptionCode, config }, async ({ params, session }) => {
    const named = { owner: session.address, id: params.id }
    const subscription = await requireSubscription(api, SUBSCRIPTION_CALLS, named)
    if (subscription.isConfirmed) return { data: { id: params.id, status: 'confirmed' as const } }
    const problem = await postCode(api, toRequestedTarget(session.address, subscription))
    return { data: toUnconfirmed(subscription.id, problem) }
  })
  mountRoute(api, { route: confirmSubscription, config }, async ({ params, body, session }) => {
    const owner = session.address
    const subscription = await requireSubscription(api, SUBSCRIPTION_CALLS, {
      owner,
      id: params.id,
    })
    if (!subscription.isConfirmed) {
      const key = toRequestedTarget(owner, subscription)
      const check = await confirmByCode(context, key, body.code.toUpperCase())
      if (check.kind !== 'confirmed') throw buildCodeFailure(check)
    }
    return { data: { id: params.id, status: 'confirmed' as const } }
  })
  mountRoute(api, { route: testSubscription, config }, async ({ params, session }) => {
    const named = { owner: session.address, id: params.id }
    const target = await requireActive(api, SUBSCRIPTION_CALLS, named)
    const id = await withRequestLimit(() => requestTest(context, target))
    return { data: { id: String(id) } }
  })
  mountRoute(api, { route: deleteSubscription, config }, async ({ params, session }) => {
    const owner = session.address
    const { channel, id } = await requireSubscription(api, SUBSCRIPTION_CALLS, {
      owner,
      id: params.id,
    })
    await markRemoved(context, { owner, target: { channel, id } })
    return { data: { id: params.id } }
  })
}

/** Throws `subscription_refused`. Its host is resolved and checked when something is sent. */
function checkWanted(
  { context }: Api,
  channel: Channel,
  wanted: Parameters<Channel['validate']>[0],
): void {
  const allowsLoopback = context.config.network === 'local'
  const problem = channel.validate(wanted, { allowsLoopback })
  if (problem === null) return
  throw new ApiFailure('subscription_refused', {
    message: `There can be no such subscription. ${problem}`,
  })
}

async function subscribe(api: Api, wanted: NewSubscription) {
  const { owner, channel, url } = wanted
  const { confirmation } = CHANNELS[channel]
  const isConfirmed = confirmation === 'none'
  if (isConfirmed) {
    const known = await readSubscriptions(api.context, owner, [channel])
    const same = known.find((one) => one.url === url)
    if (same !== undefined) return { id: String(same.id), status: 'confirmed' as const }
  }
  const id = await writeSubscription(api.context, { ...wanted, isConfirmed })
  if (id === null) throw new ApiFailure('too_many_subscriptions')
  if (isConfirmed) return { id: String(id), status: 'confirmed' as const }
  const target = toRequestedTarget(owner, { channel, id, url })
  return toUnconfirmed(id, await postFirstCode(api, target))
}

/** Like `postCode`: too many codes are no reason to hide the number of a subscription that was created. */
async function postFirstCode(api: Api, target: RequestedTarget): Promise<string | null> {
  try {
    return await postCode(api, target)
  } catch (error) {
    if (error instanceof ApiFailure && error.code === 'rate_limited') {
      return `No code was posted. ${error.message} Then have it sent again.`
    }
    throw error
  }
}

/** Has a code posted; returns why it was not, `null` when it was. Throws `rate_limited`. */
async function postCode(api: Api, target: RequestedTarget): Promise<string | null> {
  const id = await withRequestLimit(() => requestCode(api.context, target))
  const end = await waitForDelivery(api, { owner: target.owner, id })
  if (end?.status === 'delivered') return null
  if (end?.status === 'withdrawn') throw new ApiFailure('subscription_not_found')
  if (end === null) return 'The code waits to be posted. See the deliveries in a moment.'
  return `The code could not be posted: ${end.error ?? 'it was not sent'}. Check the URL, and have it sent again.`
}

const toUnconfirmed = (id: number, problem: string | null) => ({
  id: String(id),
  status: 'unconfirmed' as const,
  ...(problem !== null && { problem }),
})

function buildCodeFailure(check: Exclude<CodeCheck, { kind: 'confirmed' }>): ApiFailure {
  const message =
    check.kind === 'wrong' && check.triesLeft > 0
      ? `This is not the code that was posted to the chat. You have ${check.triesLeft} ${check.triesLeft === 1 ? 'try' : 'tries'} left.`
      : 'The code is no longer valid: it was tried too often, or is older than 10 minutes. Have another one sent.'
  return new ApiFailure('code_refused', { message })
}

function getStatus({ isConfirmed, isGone }: StoredSubscription): SubscriptionEntry['status'] {
  if (isConfirmed) return 'confirmed'
  return isGone ? 'gone' : 'unconfirmed'
}

const toSubscriptionEntry = (subscription: StoredSubscription): SubscriptionEntry => ({
  id: String(subscription.id),
  channel: subscription.channel as SubscriptionEntry['channel'],
  name: CHANNELS[subscription.channel].describe(subscription.url),
  createdAt: subscription.createdAt.toISOString(),
  status: getStatus(subscription),
})
