import type { ApiClient } from '@app/api/client/client.ts'
import {
  createWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  redeliver,
  testWebhook,
} from '@app/api/routes/alerts.ts'
import type { Delivery } from '@app/api/schemas/alert/subscriptions.ts'
import type { Address } from '@app/values/address.ts'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { retryAfterOutage } from '../../lib/outage/refresh.ts'

/** Covers the webhooks of every wallet, and their deliveries. */
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

/** What was sent to a webhook, newest first. */
export const deliveriesQuery = (api: ApiClient, id: string) =>
  queryOptions({
    queryKey: [...WEBHOOKS_KEY, 'deliveries', id],
    queryFn: ({ signal }) =>
      api.call(listDeliveries, { params: { id }, query: { limit: DELIVERIES_LIMIT } }, signal),
    refetchInterval: (query) =>
      query.state.data?.some(isWaiting) ? WAITING_REFRESH_MS : retryAfterOutage(query),
  })

const isWaiting = ({ status }: Delivery) => status === 'waiting'

export const refreshWebhooks = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: WEBHOOKS_KEY })

export const submitWebhook = (api: ApiClient, url: string) =>
  api.call(createWebhook, { body: { url } })

export const removeWebhook = (api: ApiClient, id: string) =>
  api.call(deleteWebhook, { params: { id } })

export const sendTest = (api: ApiClient, id: string) => api.call(testWebhook, { params: { id } })

export const sendAgain = (api: ApiClient, params: { id: string; deliveryId: string }) =>
  api.call(redeliver, { params })
