import type { ApiClient } from '@app/api/client/client.ts'
import { createWebhook, listWebhooks } from '@app/api/routes/alerts.ts'
import type { Address } from '@app/values/address.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useApi } from '../../lib/api.ts'
import { formatFailure } from '../../lib/format/format-failure.ts'
import { UrlForm } from './url-form.tsx'
import { SUBSCRIPTIONS_KEY, useSubscriptionChange } from './use-subscription-change.ts'
import { ReceiverProgress, Secret, WebhookItem } from './webhook-item.tsx'

interface WebhookPanelProps {
  owner: Address
  /** Shown until the webhooks are loaded. */
  loading: ReactNode
}

/** Lists, adds, confirms, tests and removes webhooks. */
export function WebhookPanel({ owner, loading }: WebhookPanelProps) {
  const webhooks = useQuery(webhooksQuery(useApi(), owner))
  if (webhooks.error !== null) {
    return (
      <p role="alert" className="text-ink-soft">
        {formatFailure(webhooks.error, 'The webhooks could not be loaded.')}
      </p>
    )
  }
  if (webhooks.data === undefined) return loading
  return (
    <div className="grid gap-4 pt-1">
      <p className="max-w-3xl text-sm text-ink-soft">
        A webhook posts each notice about your watched wallets to your own server, signed. The
        server confirms first that it wants them, by answering a challenge.
      </p>
      {webhooks.data.length > 0 && (
        <ul aria-label="Webhooks" className="grid gap-3">
          {webhooks.data.map((webhook) => (
            <WebhookItem key={webhook.id} webhook={webhook} />
          ))}
        </ul>
      )}
      <WebhookForm />
    </div>
  )
}

/** The webhooks of the connected wallet. */
const webhooksQuery = (api: ApiClient, owner: Address) =>
  queryOptions({
    queryKey: [...SUBSCRIPTIONS_KEY, 'webhooks', owner],
    queryFn: ({ signal }) => api.call(listWebhooks, undefined, signal),
  })

/**
 * Adds a webhook, and shows its secret until the next one is added or the form is closed, with what its receiver answered
 * to the challenge where that does not confirm it.
 */
function WebhookForm() {
  const api = useApi()
  const creating = useSubscriptionChange(
    (url: string) => api.call(createWebhook, { body: { url } }),
    'Failed to add the webhook',
  )
  return (
    <UrlForm
      label="URL of a new webhook"
      placeholder="https://example.org/dharma"
      action="Add webhook"
      isBusy={creating.isPending}
      onSubmit={(url, clear) => creating.mutate(url, { onSuccess: clear })}
    >
      <div role="status">
        {creating.isPending && <ReceiverProgress />}
        {creating.data && <Secret secret={creating.data.secret}>{creating.data.problem}</Secret>}
      </div>
    </UrlForm>
  )
}
