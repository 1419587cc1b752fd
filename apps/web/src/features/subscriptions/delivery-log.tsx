import type { ApiClient } from '@app/api/client/client.ts'
import {
  listDeliveries,
  listSubscriptionDeliveries,
  redeliver,
  redeliverToSubscription,
} from '@app/api/routes/alerts.ts'
import type { DeliveryEntry } from '@app/api/schemas/subscriptions.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useApi } from '../../lib/api.ts'
import { formatFailure } from '../../lib/format/format-failure.ts'
import { retryAfterOutage } from '../../lib/outage/refresh.ts'
import type { Tone } from '../../lib/tone.ts'
import { Button } from '../../ui/button.tsx'
import { DateTime } from '../../ui/time.tsx'
import { Badge } from '../../ui/tone/badge.tsx'
import { UserText } from '../../ui/user-text.tsx'
import { SUBSCRIPTIONS_KEY, useSubscriptionChange } from './use-subscription-change.ts'

/** The log of a webhook, or of another subscription. */
interface Log {
  of: 'webhook' | 'subscription'
  id: string
}

/** What was sent to a webhook or another subscription, newest first. */
export function DeliveryLog({ log }: { log: Log }) {
  const deliveries = useQuery(deliveriesQuery(useApi(), log))
  if (deliveries.data === undefined) {
    return deliveries.isError ? (
      <p role="alert">{formatFailure(deliveries.error, 'The deliveries could not be loaded.')}</p>
    ) : (
      <p role="status">Loading deliveries...</p>
    )
  }
  if (deliveries.data.length === 0) return <p>Nothing was sent yet.</p>
  return (
    <ol className="divide-y divide-line">
      {deliveries.data.map((delivery) => (
        <DeliveryItem key={delivery.id} log={log} delivery={delivery} />
      ))}
    </ol>
  )
}

const DELIVERIES_LIMIT = 10

/** A delivery that waits is tried within seconds. */
const WAITING_REFRESH_MS = 3_000

/** What was sent, newest first. */
const deliveriesQuery = (api: ApiClient, { of, id }: Log) =>
  queryOptions({
    queryKey: [...SUBSCRIPTIONS_KEY, 'deliveries', id],
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

const STATUS: Readonly<Record<DeliveryEntry['status'], { tone: Tone; text: string }>> = {
  waiting: { tone: 'info', text: 'Waiting' },
  delivered: { tone: 'good', text: 'Delivered' },
  withdrawn: { tone: 'neutral', text: 'Withdrawn' },
  dead: { tone: 'bad', text: 'Failed' },
  not_reached: { tone: 'bad', text: 'Not reached' },
}

function DeliveryItem({ log, delivery }: { log: Log; delivery: DeliveryEntry }) {
  const api = useApi()
  const sending = useSubscriptionChange(
    () => sendAgain(api, log, delivery.id),
    'Failed to send it again',
  )
  const { tone, text } = STATUS[delivery.status]
  return (
    <li className="figures flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <Badge tone={tone}>{text}</Badge>
      <code className="font-mono text-xs">{delivery.type}</code>
      <span className="text-ink-faint">
        <DateTime time={delivery.createdAt} />
      </span>
      <UserText as="span" className="flex-1 text-ink-soft">
        {describeAttempts(delivery)}
      </UserText>
      {delivery.status !== 'waiting' && !isSentOnce(delivery) && (
        <Button
          variant="quiet"
          size="small"
          onClick={() => sending.mutate()}
          isBusy={sending.isPending}
        >
          Send again
        </Button>
      )}
    </li>
  )
}

const sendAgain = (api: ApiClient, { of, id }: Log, deliveryId: string) =>
  api.call(of === 'webhook' ? redeliver : redeliverToSubscription, { params: { id, deliveryId } })

/** Challenges and tests are asked for anew instead. */
const isSentOnce = ({ type }: DeliveryEntry): boolean => type.startsWith('webhook.')

function describeAttempts({ attempts, responseStatus, error }: DeliveryEntry): string {
  const count = attempts === 1 ? '1 attempt' : `${attempts} attempts`
  if (error !== undefined) return `${count}, ${error}`
  return responseStatus === undefined ? count : `${count}, status ${responseStatus}`
}
