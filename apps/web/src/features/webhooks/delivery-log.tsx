import type { Delivery } from '@app/api/schemas/alert/subscriptions.ts'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../lib/api.ts'
import { formatDateTime } from '../../lib/format/format.ts'
import { formatFailure } from '../../lib/format/format-failure.ts'
import type { Tone } from '../../lib/tone.ts'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/tone/badge.tsx'
import { deliveriesQuery, sendAgain } from './queries.ts'
import { useWebhookChange } from './use-webhook-change.ts'

/** What was sent to a webhook, newest first. */
export function DeliveryLog({ webhookId }: { webhookId: string }) {
  const deliveries = useQuery(deliveriesQuery(useApi(), webhookId))
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
        <DeliveryItem key={delivery.id} webhookId={webhookId} delivery={delivery} />
      ))}
    </ol>
  )
}

const STATUS: Readonly<Record<Delivery['status'], { tone: Tone; text: string }>> = {
  waiting: { tone: 'info', text: 'Waiting' },
  delivered: { tone: 'good', text: 'Delivered' },
  withdrawn: { tone: 'neutral', text: 'Withdrawn' },
  dead: { tone: 'bad', text: 'Failed' },
  not_reached: { tone: 'bad', text: 'Not reached' },
}

function DeliveryItem({ webhookId, delivery }: { webhookId: string; delivery: Delivery }) {
  const api = useApi()
  const sending = useWebhookChange(
    () => sendAgain(api, { id: webhookId, deliveryId: delivery.id }),
    'Failed to send it again',
  )
  const { tone, text } = STATUS[delivery.status]
  return (
    <li className="figures flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <Badge tone={tone}>{text}</Badge>
      <code className="font-mono text-xs">{delivery.type}</code>
      <span className="text-ink-faint">{formatDateTime(delivery.createdAt)}</span>
      <span className="min-w-0 flex-1 wrap-break-word text-ink-soft">
        {describeAttempts(delivery)}
      </span>
      {delivery.status !== 'waiting' && (
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

function describeAttempts({ attempts, responseStatus, error }: Delivery): string {
  const count = attempts === 1 ? '1 attempt' : `${attempts} attempts`
  if (error !== undefined) return `${count}, ${error}`
  return responseStatus === undefined ? count : `${count}, status ${responseStatus}`
}
