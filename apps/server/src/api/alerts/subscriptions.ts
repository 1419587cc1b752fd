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
import { CHANNELS } from '../../alerts/channels/channels.ts'
import { readPushKeys } from '../../alerts/channels/push-keys.ts'
import { toCanonicalUrl, trimUrl } from '../../alerts/guard/check-target-url.ts'
import {
  type CodeCheck,
  confirmByCode,
  type RequestedTarget,
  requestCode,
} from '../../alerts/subscriptions/write-deliveries.ts'
import {
  type NewSubscription,
  readSubscriptions,
  type StoredSubscription,
  writeSubscription,
} from '../../alerts/subscriptions/write-subscription.ts'
import { loadIndexedTip } from '../../facts/load-indexed-tip.ts'
import type { Api } from '../api.ts'
import { ApiFailure } from '../api-failure.ts'
import { mountRoute } from '../http/mount-route.ts'
import {
  mountRemoval,
  mountTest,
  requireSubscription,
  SUBSCRIPTION_CALLS,
  sendAndWait,
  sendFirst,
  toRequestedTarget,
} from './subscription-calls.ts'

export function mountSubscriptionRoutes(api: Api): void {
  const { context } = api
  mountRoute(api, { route: getPushKey }, async () => {
    const { publicKey } = await readPushKeys(context)
    return { data: { publicKey } }
  })
  mountRoute(api, { route: listSubscriptions }, async ({ session }) => {
    const stored = await readSubscriptions(context, session.address, SUBSCRIPTION_CALLS.channels)
    const data = stored.map(({ id, channel, url, createdAt, isConfirmed, isGone }) => ({
      id: String(id),
      channel: channel as SubscriptionEntry['channel'],
      name: CHANNELS[channel].describe(url),
      createdAt: createdAt.toISOString(),
      status: getStatus({ isConfirmed, isGone }),
    }))
    return { data }
  })
  mountRoute(api, { route: createSubscription }, async ({ body, session }) => {
    const { channel } = body
    const wanted = { ...body, url: trimUrl(body.url) }
    const allowsLoopback = context.config.network === 'local'
    // Its host is resolved and checked when something is sent.
    const problem = CHANNELS[channel].validate(wanted, { allowsLoopback })
    if (problem !== null) {
      const message = `There can be no such subscription. ${problem}`
      throw new ApiFailure('subscription_refused', { message })
    }
    const sinceMs = (await loadIndexedTip(context))?.timeMs ?? 0
    const secret = CHANNELS[channel].createSecret(wanted)
    const url = toCanonicalUrl(wanted.url)
    const subscription = { channel, url, secret, addresses: null, sinceMs }
    return { data: await subscribe(api, { owner: session.address, ...subscription }) }
  })
  mountRoute(api, { route: sendSubscriptionCode }, async ({ params, session }) => {
    const named = { owner: session.address, id: params.id }
    const { isConfirmed, target } = await requireSubscription(api, SUBSCRIPTION_CALLS, named)
    if (isConfirmed) return { data: { id: params.id, status: 'confirmed' as const } }
    return { data: toUnconfirmed(target, await postCode(api, target)) }
  })
  mountRoute(api, { route: confirmSubscription }, async ({ params, body, session }) => {
    const named = { owner: session.address, id: params.id }
    const { isConfirmed, target } = await requireSubscription(api, SUBSCRIPTION_CALLS, named)
    if (!isConfirmed) {
      const check = await confirmByCode(context, target, body.code.toUpperCase())
      if (check.kind !== 'confirmed') throw buildCodeFailure(check)
    }
    return { data: { id: params.id, status: 'confirmed' as const } }
  })
  mountTest(api, SUBSCRIPTION_CALLS, testSubscription)
  mountRemoval(api, SUBSCRIPTION_CALLS, deleteSubscription)
}

export function getStatus({
  isConfirmed,
  isGone,
}: Pick<StoredSubscription, 'isConfirmed' | 'isGone'>): SubscriptionEntry['status'] {
  if (isConfirmed) return 'confirmed'
  return isGone ? 'gone' : 'unconfirmed'
}

async function subscribe(api: Api, wanted: NewSubscription) {
  const { owner, channel, url } = wanted
  const isConfirmed = CHANNELS[channel].confirmation === 'none'
  if (isConfirmed) {
    const known = await readSubscriptions(api.context, owner, [channel])
    const same = known.find((one) => one.url === url)
    if (same !== undefined) return { id: String(same.id), status: 'confirmed' as const }
  }
  const id = await writeSubscription(api.context, { ...wanted, isConfirmed })
  if (id === null) throw new ApiFailure('too_many_subscriptions')
  if (isConfirmed) return { id: String(id), status: 'confirmed' as const }
  const target = toRequestedTarget(owner, { channel, id, url })
  const problem = await sendFirst(
    () => postCode(api, target),
    (message) => `No code was posted. ${message} Then have it sent again.`,
  )
  return toUnconfirmed(target, problem)
}

const postCode = (api: Api, target: RequestedTarget) =>
  sendAndWait(api, {
    calls: SUBSCRIPTION_CALLS,
    target,
    request: () => requestCode(api.context, target),
    describeWaiting: 'The code waits to be posted. See the deliveries in a moment.',
    describeFailure: (error) =>
      `The code could not be posted: ${error ?? 'it was not sent'}. Check the URL, and have it sent again.`,
  })

const toUnconfirmed = ({ target }: RequestedTarget, problem: string | null) => ({
  id: String(target.id),
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
