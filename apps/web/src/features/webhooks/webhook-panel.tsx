import type { Address } from '@app/values/address.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useApi } from '../../lib/api.ts'
import { formatFailure } from '../../lib/format/format-failure.ts'
import { submitWebhook, useSubscriptionChange, webhooksQuery } from './subscription-requests.ts'
import { UrlForm } from './url-form.tsx'
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

/**
 * Adds a webhook, and shows its secret until the next one is added or the form is closed, with what its receiver answered
 * to the challenge where that does not confirm it.
 */
function WebhookForm() {
  const api = useApi()
  const creating = useSubscriptionChange(
    (target: string) => submitWebhook(api, target),
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
