import {
  confirmWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  testWebhook,
} from '@app/api/routes/alerts.ts'
import type { WebhookEntry } from '@app/api/schemas/subscriptions.ts'
import { useEffect, useState } from 'react'
import { useApi } from '../../lib/api.ts'
import { formatDateTime } from '../../lib/format/format.ts'
import type { Tone } from '../../lib/tone.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { askToConfirm } from '../../ui/dialogs/dialogs.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { toast } from '../../ui/toasts.tsx'
import { Badge } from '../../ui/tone/badge.tsx'
import { UserText } from '../../ui/user-text.tsx'
import { DeliveryLog } from './delivery-log.tsx'
import { useSubscriptionChange } from './use-subscription-change.ts'

/** One webhook, with what was sent to it. */
export function WebhookItem({ webhook }: { webhook: WebhookEntry }) {
  const { id, url, addresses } = webhook
  const { confirming, rotating, testing, removing } = useChanges(webhook)
  const { tone, text, note } = describeStatus(webhook)
  const isConfirmed = webhook.status === 'confirmed'
  return (
    <li className="rounded-control border border-line p-3 sm:p-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-60">
          <UserText as="p" className="font-medium">
            {url}
          </UserText>
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-faint">
            <Badge tone={tone}>{text}</Badge>
            {describeAddresses(addresses)}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          {!isConfirmed && <ActionButton text="Confirm again" action={confirming} />}
          {isConfirmed && <ActionButton text="Send test" action={testing} />}
          <ActionButton text="Rotate secret" action={rotating} />
          <ActionButton text="Remove" action={removing} />
        </div>
      </div>
      {note !== null && <p className="mt-2 text-sm text-ink-soft">{note}</p>}
      <div role="status">
        {confirming.isBusy && <ReceiverProgress />}
        {rotating.secret !== undefined && <Secret secret={rotating.secret} />}
      </div>
      <div className="mt-2 text-sm">
        <Disclosure title="Deliveries">
          <DeliveryLog log={{ of: 'webhook', id }} />
        </Disclosure>
      </div>
    </li>
  )
}

interface ButtonAction {
  start: () => void
  isBusy: boolean
}

export function ActionButton({ text, action }: { text: string; action: ButtonAction }) {
  return (
    <Button variant="secondary" size="small" onClick={action.start} isBusy={action.isBusy}>
      {text}
    </Button>
  )
}

function useChanges({ id, url }: WebhookEntry) {
  const api = useApi()
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
  const succeed = (text: string) => ({ onSuccess: () => void toast(text) })
  const ask = async (text: string, change: { mutate: () => void }, note?: string) => {
    if (await askToConfirm(text, note)) change.mutate()
  }
  return {
    confirming: {
      start: () => confirming.mutate(undefined, succeed('The webhook is confirmed')),
      isBusy: confirming.isPending,
    },
    testing: {
      start: () => testing.mutate(undefined, succeed('A test message is on its way')),
      isBusy: testing.isPending,
    },
    rotating: {
      start: () =>
        void ask(
          `Do you want to rotate the secret of the webhook to ${url}?`,
          rotating,
          ROTATION_NOTE,
        ),
      isBusy: rotating.isPending,
      secret: rotating.data?.secret,
    },
    removing: {
      start: () => void ask(`Do you want to remove the webhook to ${url}?`, removing),
      isBusy: removing.isPending,
    },
  }
}

const ROTATION_NOTE =
  'The new secret is shown once. The old one signs for 24 hours more, beside it.'

interface StatusDescription {
  tone: Tone
  text: string
  note: string | null
}

function describeStatus({ status, replacedSecretUntil }: WebhookEntry): StatusDescription {
  switch (status) {
    case 'confirmed': {
      const until = replacedSecretUntil && formatDateTime(replacedSecretUntil)
      const note = until ? `Its old secret signs too until ${until}.` : null
      return { tone: 'good', text: 'Confirmed', note }
    }
    case 'unconfirmed':
      return {
        tone: 'poor',
        text: 'Not confirmed',
        note: `It gets nothing before. ${HOW_TO_CONFIRM}`,
      }
    case 'gone':
      return {
        tone: 'bad',
        text: 'Gone',
        note: `Its server answered 410 (Gone), and it gets nothing. ${HOW_TO_CONFIRM}`,
      }
  }
}

const HOW_TO_CONFIRM =
  'Have its receiver answer the message webhook.challenge with its data, then confirm again.'

function describeAddresses(addresses: WebhookEntry['addresses']): string {
  if (addresses === undefined) return 'All of your watched wallets'
  return addresses.length === 1 ? '1 watched wallet' : `${addresses.length} watched wallets`
}

/** A secret that is shown only now. */
export function Secret({ secret, children }: { secret: string; children?: string | undefined }) {
  return (
    <div className="rise mt-3 rounded-control bg-info-soft px-4 py-3 text-info">
      <p className="font-medium">Copy the secret now: it is not shown again.</p>
      <p className="mt-1 flex items-center gap-2">
        <code className="min-w-0 font-mono text-sm break-all">{secret}</code>
        <CopyButton text={secret} label="secret" />
      </p>
      {children !== undefined && <p className="mt-1 text-sm">{children}</p>}
    </div>
  )
}

/** A receiver usually answers within a second; longer than this, users wonder. */
const LONG_MS = 2_000

/** Says what is waited for, when it takes long. Rendered only while it is. */
export function ReceiverProgress() {
  const [isLong, setIsLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsLong(true), LONG_MS)
    return () => clearTimeout(timer)
  }, [])
  if (!isLong) return null
  return (
    <p className="mt-2 text-sm text-ink-soft">
      Waiting for the receiver to answer the challenge: it has 5 seconds.
    </p>
  )
}
