import type { ApiClient } from '@app/api/client/client.ts'
import {
  confirmSubscription,
  confirmWebhook,
  createSubscription,
  createWebhook,
  deleteSubscription,
  deleteWebhook,
  getPushKey,
  listDeliveries,
  listSubscriptionDeliveries,
  listSubscriptions,
  listWebhooks,
  redeliver,
  redeliverToSubscription,
  rotateWebhookSecret,
  sendSubscriptionCode,
  testSubscription,
  testWebhook,
} from '@app/api/routes/alerts.ts'
import type { DeliveryEntry } from '@app/api/schemas/subscriptions.ts'
import type { Address } from '@app/values/address.ts'
import {
  queryOptions,
  type UseMutationResult,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { formatServerFailure } from '../../lib/format/format-failure.ts'
import { retryAfterOutage } from '../../lib/outage/refresh.ts'
import { showAlert } from '../../ui/dialogs/dialogs.ts'
import type { OfferedChannel } from './offered-channels.ts'
import type { BrowserSubscription } from './subscribe-browser.ts'

/** Covers the webhooks and subscriptions of every wallet, and their deliveries. */
const WEBHOOKS_KEY = ['webhooks'] as const

const DELIVERIES_LIMIT = 10

/** A delivery that waits is tried within seconds. */
const WAITING_REFRESH_MS = 3_000

/** The webhooks of the connected wallet. */
export const webhooksQuery = (api: ApiClient, owner: Address) =>
  queryOptions({
    queryKey: [...WEBHOOKS_KEY, owner],
    queryFn: ({ signal }) => api.call(listWebhooks, undefined, signal),
  })

/** The chats and browsers that get alerts of the connected wallet. */
export const subscriptionsQuery = (api: ApiClient, owner: Address) =>
  queryOptions({
    queryKey: [...WEBHOOKS_KEY, 'subscriptions', owner],
    queryFn: ({ signal }) => api.call(listSubscriptions, undefined, signal),
  })

/** The log of a webhook, or of another subscription. */
export interface Log {
  of: 'webhook' | 'subscription'
  id: string
}

/** What was sent, newest first. */
export const deliveriesQuery = (api: ApiClient, { of, id }: Log) =>
  queryOptions({
    queryKey: [...WEBHOOKS_KEY, 'deliveries', id],
    queryFn: ({ signal }) => {
      const request = { params: { id }, query: { limit: DELIVERIES_LIMIT } }
      return of === 'webhook'
        ? api.call(listDeliveries, request, signal)
        : api.call(listSubscriptionDeliveries, request, signal)
    },
    refetchInterval: (query) =>
      query.state.data?.some(isWaiting) ? WAITING_REFRESH_MS : retryAfterOutage(query),
  })

const isWaiting = ({ status }: DeliveryEntry) => status === 'waiting'

export const submitWebhook = (api: ApiClient, url: string) =>
  api.call(createWebhook, { body: { url } })

export const requestConfirmation = (api: ApiClient, id: string) =>
  api.call(confirmWebhook, { params: { id } })

export const rotateSecret = (api: ApiClient, id: string) =>
  api.call(rotateWebhookSecret, { params: { id } })

export const removeWebhook = (api: ApiClient, id: string) =>
  api.call(deleteWebhook, { params: { id } })

export const sendTest = (api: ApiClient, id: string) => api.call(testWebhook, { params: { id } })

export const sendAgain = (api: ApiClient, { of, id }: Log, deliveryId: string) =>
  api.call(of === 'webhook' ? redeliver : redeliverToSubscription, { params: { id, deliveryId } })

/** What a channel needs beside its name: a URL, and of a browser also its keys. */
type WantedSubscription = { channel: OfferedChannel } & (BrowserSubscription | { url: string })

export const subscribe = (api: ApiClient, wanted: WantedSubscription) =>
  api.call(createSubscription, { body: wanted })

export const loadPushKey = async (api: ApiClient): Promise<string> =>
  (await api.call(getPushKey)).publicKey

export const sendCode = (api: ApiClient, id: string) =>
  api.call(sendSubscriptionCode, { params: { id } })

export const confirmCode = (api: ApiClient, id: string, code: string) =>
  api.call(confirmSubscription, { params: { id }, body: { code } })

export const testSubscriptionNow = (api: ApiClient, id: string) =>
  api.call(testSubscription, { params: { id } })

export const removeSubscription = (api: ApiClient, id: string) =>
  api.call(deleteSubscription, { params: { id } })

/** Runs a change of webhooks and loads them again; a failure is shown with the server's message, else `errorMessage`. */
export function useSubscriptionChange<R, V = void>(
  run: (value: V) => Promise<R>,
  errorMessage: string,
): UseMutationResult<R, Error, V> {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: run,
    onSettled: () => queryClient.invalidateQueries({ queryKey: WEBHOOKS_KEY }),
    onError: (error) => void showAlert(formatServerFailure(error, errorMessage)),
  })
}
