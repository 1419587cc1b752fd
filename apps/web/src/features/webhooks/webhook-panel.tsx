import type { Address } from '@app/values/address.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useApi } from '../../lib/api.ts'
import { formatFailure } from '../../lib/format/format-failure.ts'
import { webhooksQuery } from './queries.ts'
import { WebhookForm } from './webhook-form.tsx'
import { WebhookItem } from './webhook-item.tsx'

interface WebhookPanelProps {
  owner: Address
  /** Shown until the webhooks are loaded. */
  loading: ReactNode
}

/** Lists, adds, tests and removes webhooks. */
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
        A webhook posts each notice about your watched wallets to your own server, signed.
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
