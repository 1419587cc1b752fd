import {
  confirmSubscription,
  createSubscription,
  deleteSubscription,
  getPushKey,
  listSubscriptions,
  sendSubscriptionCode,
  testSubscription,
} from '@app/api/routes/alerts.ts'
import type { SubscriptionEntry } from '@app/api/schemas/subscriptions.ts'
import type { Address } from '@app/values/address.ts'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { apiQuery, useApi } from '../../lib/api.ts'
import { formatFailure } from '../../lib/format/format-failure.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toasts.tsx'
import {
  ChangeButton,
  ChannelItem,
  SUBSCRIPTIONS_KEY,
  UrlForm,
  useSubscriptionChange,
} from './channel-item.tsx'
import { OFFERED_CHANNELS, type OfferedChannel } from './offered-channels.ts'
import { readPushState, subscribeBrowser } from './subscribe-browser.ts'

interface SubscriptionPanelProps {
  channel: OfferedChannel
  owner: Address
  /** Shown until the subscriptions are loaded. */
  loading: ReactNode
}

export function SubscriptionPanel({ channel, owner, loading }: SubscriptionPanelProps) {
  const subscriptions = useQuery(
    apiQuery(useApi(), [...SUBSCRIPTIONS_KEY, 'list', owner], listSubscriptions, {}),
  )
  if (subscriptions.error !== null) {
    return (
      <p role="alert" className="text-ink-soft">
        {formatFailure(subscriptions.error, 'The subscriptions could not be loaded.')}
      </p>
    )
  }
  if (subscriptions.data === undefined) return loading
  const { introduction, label, form } = OFFERED_CHANNELS[channel]
  const listed = subscriptions.data.filter((one) => one.channel === channel)
  return (
    <div className="grid gap-4 pt-1">
      <p className="max-w-3xl text-small text-ink-soft">{introduction}</p>
      {listed.length > 0 && (
        <ul aria-label={label} className="grid gap-3">
          {listed.map((subscription) => (
            <SubscriptionItem key={subscription.id} subscription={subscription} />
          ))}
        </ul>
      )}
      {form === null ? <PushSwitch /> : <ChannelForm channel={channel} {...form} />}
    </div>
  )
}

function SubscriptionItem({ subscription }: { subscription: SubscriptionEntry }) {
  const api = useApi()
  const { id, name, status } = subscription
  const testing = useSubscriptionChange(
    () => api.call(testSubscription, { params: { id } }),
    'Failed to send the test',
  )
  const removing = useSubscriptionChange(
    () => api.call(deleteSubscription, { params: { id } }),
    'Failed to remove the subscription',
  )
  const actions = (
    <>
      {status === 'confirmed' && (
        <ChangeButton text="Send test" change={testing} done="A test message is on its way" />
      )}
      <ChangeButton text="Remove" change={removing} question={`Do you want to remove ${name}?`} />
    </>
  )
  return (
    <ChannelItem
      name={name}
      status={status}
      reach="All of your watched wallets"
      actions={actions}
      note={
        status === 'gone'
          ? 'Its server answered 410 (Gone), and it gets nothing until it is confirmed again.'
          : null
      }
      log={{ of: 'subscription', id }}
    >
      {status !== 'confirmed' && <CodeForm id={id} />}
    </ChannelItem>
  )
}

function CodeForm({ id }: { id: string }) {
  const api = useApi()
  const [code, setCode] = useState('')
  const inputId = useId()
  const confirming = useSubscriptionChange(
    () => api.call(confirmSubscription, { params: { id }, body: { code: code.trim() } }),
    'Failed to confirm the chat',
  )
  const sending = useSubscriptionChange(
    () => api.call(sendSubscriptionCode, { params: { id } }),
    'Failed to post the code',
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (confirming.isPending) return
    confirming.mutate(undefined, { onSuccess: () => void toast('The chat is confirmed') })
  }
  const send = () =>
    sending.mutate(undefined, {
      onSuccess: ({ problem }) => problem === undefined && void toast('Another code was posted'),
    })
  return (
    <form onSubmit={submit} noValidate className="mt-3">
      <label htmlFor={inputId} className="mb-1.5 block text-small text-ink-soft">
        Code that was posted to the chat: it holds for 10 minutes
      </label>
      <div className="flex flex-wrap gap-2">
        <input
          id={inputId}
          value={code}
          onChange={(event) => setCode(event.target.value)}
          maxLength={8}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          className="field min-h-11 max-w-44 font-mono uppercase"
        />
        <Button type="submit" variant="secondary" isBusy={confirming.isPending}>
          Confirm
        </Button>
        <Button variant="quiet" onClick={send} isBusy={sending.isPending}>
          Post another code
        </Button>
      </div>
      <p role="status" className="mt-1 text-small text-ink-soft empty:hidden">
        {sending.data?.problem}
      </p>
    </form>
  )
}

interface ChannelFormProps {
  channel: OfferedChannel
  label: string
  placeholder: string
  action: string
  failure: string
}

function ChannelForm({ channel, failure, ...texts }: ChannelFormProps) {
  const api = useApi()
  const adding = useSubscriptionChange(
    (url: string) => api.call(createSubscription, { body: { channel, url } }),
    failure,
  )
  return (
    <UrlForm {...texts} change={adding}>
      <p role="status" className="mt-2 text-small text-ink-soft empty:hidden">
        {adding.data?.problem}
      </p>
    </UrlForm>
  )
}

const BLOCKED_TEXT =
  'Notifications of this site are blocked. Allow them in the settings of your browser, and switch them on then.'

function PushSwitch() {
  const api = useApi()
  const [state, setState] = useState(readPushState)
  const switching = useSubscriptionChange(async () => {
    const { publicKey } = await api.call(getPushKey)
    const subscription = await subscribeBrowser(publicKey)
    setState(readPushState())
    if (subscription === null) return null
    return await api.call(createSubscription, { body: { channel: 'push', ...subscription } })
  }, 'Failed to switch notifications on: this browser could not subscribe at its push service')
  if (state === 'unsupported') {
    return (
      <p className="text-small text-ink-soft">This browser cannot show notifications of sites.</p>
    )
  }
  const start = () =>
    switching.mutate(undefined, {
      onSuccess: (added) => added !== null && void toast('This browser shows notifications'),
    })
  return (
    <div>
      <Button variant="secondary" onClick={start} isBusy={switching.isPending}>
        Switch on in this browser
      </Button>
      <p role="status" className="mt-2 text-small text-ink-soft empty:hidden">
        {state === 'blocked' && BLOCKED_TEXT}
      </p>
    </div>
  )
}
