import type { ApiClient } from '@app/api/client/client.ts'
import {
  listDeliveries,
  listSubscriptionDeliveries,
  redeliver,
  redeliverToSubscription,
} from '@app/api/routes/alerts.ts'
import type { DeliveryEntry, SubscriptionEntry } from '@app/api/schemas/subscriptions.ts'
import {
  queryOptions,
  type UseMutationResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { type ComponentProps, type FormEvent, type ReactNode, useId, useState } from 'react'
import { useApi } from '../../lib/api.ts'
import { formatFailure, formatServerFailure } from '../../lib/format/format-failure.ts'
import { retryAfterOutage } from '../../lib/outage/refresh.ts'
import { Button } from '../../ui/button.tsx'
import { askToConfirm, showAlert } from '../../ui/dialogs/dialogs.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { DateTime } from '../../ui/time.tsx'
import { toast } from '../../ui/toasts.tsx'
import { Badge } from '../../ui/tone/badge.tsx'
import { UserText } from '../../ui/user-text.tsx'

/** Covers the webhooks and subscriptions of every wallet, and their deliveries. */
export const SUBSCRIPTIONS_KEY = ['subscriptions'] as const

/** Runs a change of webhooks and loads them again; a failure is shown with the server's message, else `errorMessage`. */
export function useSubscriptionChange<R, V = void>(
  run: (value: V) => Promise<R>,
  errorMessage: string,
): UseMutationResult<R, Error, V> {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: run,
    onSettled: () => queryClient.invalidateQueries({ queryKey: SUBSCRIPTIONS_KEY }),
    onError: (error) => void showAlert(formatServerFailure(error, errorMessage)),
  })
}

interface ChangeButtonProps<R> {
  text: string
  change: UseMutationResult<R, Error, void>
  /** Asked before, with a note under it. */
  question?: string
  note?: string
  /** Said after it succeeded. */
  done?: string
}

export function ChangeButton<R>({ text, change, question, note, done }: ChangeButtonProps<R>) {
  const start = async () => {
    if (question !== undefined && !(await askToConfirm(question, note))) return
    change.mutate(undefined, { onSuccess: () => done !== undefined && void toast(done) })
  }
  return (
    <Button variant="secondary" size="small" onClick={() => void start()} isBusy={change.isPending}>
      {text}
    </Button>
  )
}

const STATUS = {
  confirmed: { tone: 'good', children: 'Confirmed' },
  unconfirmed: { tone: 'poor', children: 'Not confirmed' },
  gone: { tone: 'bad', children: 'Gone' },
} as const satisfies Record<SubscriptionEntry['status'], ComponentProps<typeof Badge>>

interface ChannelItemProps {
  name: string
  status: SubscriptionEntry['status']
  /** About which wallets it is told. */
  reach: string
  actions: ReactNode
  note: string | null
  log: Log
  children: ReactNode
}

export function ChannelItem({
  name,
  status,
  reach,
  actions,
  note,
  log,
  children,
}: ChannelItemProps) {
  return (
    <li className="rounded-control border border-line p-3 sm:p-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-60">
          <UserText as="p" className="font-medium">
            {name}
          </UserText>
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-small text-ink-faint">
            <Badge {...STATUS[status]} />
            {reach}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">{actions}</div>
      </div>
      {note !== null && <p className="mt-2 text-small text-ink-soft">{note}</p>}
      {children}
      <div className="mt-2 text-small">
        <Disclosure title="Deliveries">
          <DeliveryLog log={log} />
        </Disclosure>
      </div>
    </li>
  )
}

interface UrlFormProps {
  label: string
  placeholder: string
  action: string
  change: UseMutationResult<unknown, Error, string>
  children: ReactNode
}

export function UrlForm({ label, placeholder, action, change, children }: UrlFormProps) {
  const [url, setUrl] = useState('')
  const id = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!change.isPending) change.mutate(url.trim(), { onSuccess: () => setUrl('') })
  }
  return (
    <form onSubmit={submit} noValidate>
      <label htmlFor={id} className="mb-1.5 block text-small font-medium text-ink-soft">
        {label}
      </label>
      <div className="flex flex-col gap-3 sm:flex-row">
        <input
          id={id}
          type="url"
          value={url}
          onChange={(event) => setUrl(event.target.value)}
          placeholder={placeholder}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          className="field min-h-11"
        />
        <Button type="submit" variant="secondary" isBusy={change.isPending}>
          {action}
        </Button>
      </div>
      {children}
    </form>
  )
}

interface Log {
  of: 'webhook' | 'subscription'
  id: string
}

/** What was sent, newest first. */
function DeliveryLog({ log }: { log: Log }) {
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

const deliveriesQuery = (api: ApiClient, { of, id }: Log) =>
  queryOptions({
    queryKey: [...SUBSCRIPTIONS_KEY, 'deliveries', id],
    queryFn: ({ signal }) =>
      api.call(
        of === 'webhook' ? listDeliveries : listSubscriptionDeliveries,
        { params: { id }, query: { limit: DELIVERIES_LIMIT } },
        signal,
      ),
    refetchInterval: (query) =>
      query.state.data?.some(({ status }) => status === 'waiting')
        ? WAITING_REFRESH_MS
        : retryAfterOutage(query),
  })

const DELIVERY_STATUS = {
  waiting: { tone: 'info', children: 'Waiting' },
  delivered: { tone: 'good', children: 'Delivered' },
  withdrawn: { tone: 'neutral', children: 'Withdrawn' },
  dead: { tone: 'bad', children: 'Failed' },
  not_reached: { tone: 'bad', children: 'Not reached' },
} as const satisfies Record<DeliveryEntry['status'], ComponentProps<typeof Badge>>

function DeliveryItem({ log: { of, id }, delivery }: { log: Log; delivery: DeliveryEntry }) {
  const api = useApi()
  const { id: deliveryId, status, type, createdAt, attempts, responseStatus, error } = delivery
  const sending = useSubscriptionChange(
    () =>
      api.call(of === 'webhook' ? redeliver : redeliverToSubscription, {
        params: { id, deliveryId },
      }),
    'Failed to send it again',
  )
  // Challenges and tests are asked for anew instead.
  const canSendAgain = status !== 'waiting' && !type.startsWith('webhook.')
  const answer = error ?? (responseStatus === undefined ? undefined : `status ${responseStatus}`)
  return (
    <li className="figures flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <Badge {...DELIVERY_STATUS[status]} />
      <code className="font-mono text-caption">{type}</code>
      <span className="text-ink-faint">
        <DateTime time={createdAt} />
      </span>
      <UserText as="span" className="flex-1 text-ink-soft">
        {attempts === 1 ? '1 attempt' : `${attempts} attempts`}
        {answer !== undefined && `, ${answer}`}
      </UserText>
      {canSendAgain && (
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
