import {
  confirmWebhook,
  createWebhook,
  deleteWebhook,
  listWebhooks,
  rotateWebhookSecret,
  testWebhook,
} from '@app/api/routes/alerts.ts'
import type { WebhookEntry } from '@app/api/schemas/subscriptions.ts'
import type { Address } from '@app/values/address.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { apiQuery, useApi } from '../../lib/api.ts'
import { formatDateTime } from '../../lib/format/format.ts'
import { formatFailure } from '../../lib/format/format-failure.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import {
  ChangeButton,
  ChannelItem,
  SUBSCRIPTIONS_KEY,
  UrlForm,
  useSubscriptionChange,
} from './channel-item.tsx'

/** Lists, adds, confirms, tests and removes webhooks; `loading` is shown until they are there. */
export function WebhookPanel({ owner, loading }: { owner: Address; loading: ReactNode }) {
  const webhooks = useQuery(
    apiQuery(useApi(), [...SUBSCRIPTIONS_KEY, 'webhooks', owner], listWebhooks, {}),
  )
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
      <p className="max-w-3xl text-small text-ink-soft">
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

/** Adds a webhook, and shows its secret, with what its receiver answered where that does not confirm it. */
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
      change={creating}
    >
      <div role="status">
        {creating.isPending && <ReceiverProgress />}
        {creating.data && <Secret {...creating.data} />}
      </div>
    </UrlForm>
  )
}

function WebhookItem({ webhook }: { webhook: WebhookEntry }) {
  const api = useApi()
  const { id, url, status, addresses } = webhook
  const params = { id }
  const confirming = useSubscriptionChange(
    () => api.call(confirmWebhook, { params }),
    'Failed to confirm the webhook',
  )
  const testing = useSubscriptionChange(
    () => api.call(testWebhook, { params }),
    'Failed to send the test',
  )
  const rotating = useSubscriptionChange(
    () => api.call(rotateWebhookSecret, { params }),
    'Failed to rotate the secret',
  )
  const removing = useSubscriptionChange(
    () => api.call(deleteWebhook, { params }),
    'Failed to remove the webhook',
  )
  const actions = (
    <>
      {status === 'confirmed' ? (
        <ChangeButton text="Send test" change={testing} done="A test message is on its way" />
      ) : (
        <ChangeButton text="Confirm again" change={confirming} done="The webhook is confirmed" />
      )}
      <ChangeButton
        text="Rotate secret"
        change={rotating}
        question={`Do you want to rotate the secret of the webhook to ${url}?`}
        note="The new secret is shown once. The old one signs for 24 hours more, beside it."
      />
      <ChangeButton
        text="Remove"
        change={removing}
        question={`Do you want to remove the webhook to ${url}?`}
      />
    </>
  )
  return (
    <ChannelItem
      name={url}
      status={status}
      reach={describeAddresses(addresses)}
      actions={actions}
      note={describeStatus(webhook)}
      log={{ of: 'webhook', id }}
    >
      <div role="status">
        {confirming.isPending && <ReceiverProgress />}
        {rotating.data && <Secret {...rotating.data} />}
      </div>
    </ChannelItem>
  )
}

function describeStatus({ status, replacedSecretUntil }: WebhookEntry): string | null {
  switch (status) {
    case 'confirmed':
      return replacedSecretUntil
        ? `Its old secret signs too until ${formatDateTime(replacedSecretUntil)}.`
        : null
    case 'unconfirmed':
      return `It gets nothing before. ${HOW_TO_CONFIRM}`
    case 'gone':
      return `Its server answered 410 (Gone), and it gets nothing. ${HOW_TO_CONFIRM}`
  }
}

const HOW_TO_CONFIRM =
  'Have its receiver answer the message webhook.challenge with its data, then confirm again.'

function describeAddresses(addresses: WebhookEntry['addresses']): string {
  if (addresses === undefined) return 'All of your watched wallets'
  return addresses.length === 1 ? '1 watched wallet' : `${addresses.length} watched wallets`
}

/** A secret that is shown only now. */
const Secret = ({ secret, problem }: { secret: string; problem?: string | undefined }) => (
  <div className="rise mt-3 rounded-control bg-info-soft px-4 py-3 text-info">
    <p className="font-medium">Copy the secret now: it is not shown again.</p>
    <p className="mt-1 flex items-center gap-2">
      <code className="min-w-0 font-mono text-small break-all">{secret}</code>
      <CopyButton text={secret} label="secret" />
    </p>
    {problem !== undefined && <p className="mt-1 text-small">{problem}</p>}
  </div>
)

/** A receiver usually answers within a second; longer than this, users wonder. */
const LONG_MS = 2_000

/** Says what is waited for, when it takes long. Rendered only while it is. */
function ReceiverProgress() {
  const [isLong, setIsLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsLong(true), LONG_MS)
    return () => clearTimeout(timer)
  }, [])
  if (!isLong) return null
  return (
    <p className="mt-2 text-small text-ink-soft">
      Waiting for the receiver to answer the challenge: it has 5 seconds.
    </p>
  )
}
