import type { FailureCode } from '@app/api/routes/failures.ts'
import { SUBSCRIPTION_CHANNELS } from '@app/api/schemas/subscriptions.ts'
import type { Address } from '@app/values/address.ts'
import type { ChannelName } from '../../alerts/alert.ts'
import type { RequestedTarget } from '../../alerts/subscriptions/write-deliveries.ts'
import {
  type RequestLimit,
  RequestLimitError,
} from '../../alerts/subscriptions/write-request-count.ts'
import {
  readSubscriptions,
  type StoredSubscription,
} from '../../alerts/subscriptions/write-subscription.ts'
import type { Api } from '../api.ts'
import { ApiFailure } from '../api-failure.ts'

/** Which channels some calls are about, and how they fail. */
export interface SubscriptionCalls {
  channels: readonly ChannelName[]
  notFound: FailureCode
  notConfirmed: FailureCode
}

export const WEBHOOK_CALLS: SubscriptionCalls = {
  channels: ['webhook'],
  notFound: 'webhook_not_found',
  notConfirmed: 'webhook_not_confirmed',
}

export const SUBSCRIPTION_CALLS: SubscriptionCalls = {
  channels: SUBSCRIPTION_CHANNELS,
  notFound: 'subscription_not_found',
  notConfirmed: 'subscription_not_confirmed',
}

interface NamedSubscription {
  owner: Address
  id: string
}

/** Returns a subscription of the wallet. Throws `notFound` of the calls. */
export async function requireSubscription(
  { context }: Pick<Api, 'context'>,
  { channels, notFound }: SubscriptionCalls,
  { owner, id }: NamedSubscription,
): Promise<StoredSubscription> {
  const stored = await readSubscriptions(context, owner, channels)
  const subscription = stored.find((one) => one.id === Number(id))
  if (subscription === undefined) throw new ApiFailure(notFound)
  return subscription
}

/** Returns a subscription that something may be sent to by hand. Throws `notConfirmed` of the calls too. */
export async function requireActive(
  api: Pick<Api, 'context'>,
  calls: SubscriptionCalls,
  named: NamedSubscription,
): Promise<RequestedTarget> {
  const subscription = await requireSubscription(api, calls, named)
  if (!subscription.isConfirmed) throw new ApiFailure(calls.notConfirmed)
  return toRequestedTarget(named.owner, subscription)
}

/** Returns where something for a subscription of a wallet is sent. */
export const toRequestedTarget = (
  owner: Address,
  { channel, id, url }: Pick<StoredSubscription, 'channel' | 'id' | 'url'>,
): RequestedTarget => ({ owner, target: { channel, id }, url })

/** Runs a request for a call of a URL. Throws `rate_limited` when there were too many. */
export async function withRequestLimit<Result>(request: () => Promise<Result>): Promise<Result> {
  try {
    return await request()
  } catch (error) {
    throw error instanceof RequestLimitError ? buildLimitFailure(error.reached) : error
  }
}

const NOUNS = { challenge: 'challenges', test: 'tests', redelivery: 'deliveries by hand' } as const
const SCOPES = {
  wallet: 'by your wallet',
  url: 'to this URL, by all wallets together',
  host: 'to this host, by all wallets together',
} as const

const buildLimitFailure = ({ kind, scope, limit, secondsLeft }: RequestLimit) =>
  new ApiFailure('rate_limited', {
    message: `At most ${limit} ${NOUNS[kind]} a minute are sent ${SCOPES[scope]}. Wait ${secondsLeft} seconds.`,
    headers: { 'retry-after': String(secondsLeft) },
  })
