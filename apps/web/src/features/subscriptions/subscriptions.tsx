import type { Address } from '@app/values/address.ts'
import { type ReactNode, Suspense } from 'react'
import { Disclosure } from '../../ui/disclosure.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { OFFERED_CHANNELS, type OfferedChannel } from './offered-channels.ts'

const WebhookPanel = lazyPart(async () => (await import('./webhook-panel.tsx')).WebhookPanel)
const SubscriptionPanel = lazyPart(
  async () => (await import('./subscription-panel.tsx')).SubscriptionPanel,
)

/** The browsers, chats and webhooks that get the alerts of the connected wallet; the code of each part loads when it is opened. */
export function Subscriptions({ owner }: { owner: Address }) {
  return (
    <>
      {Object.entries(OFFERED_CHANNELS).map(([channel, { title, what }]) => (
        <PanelDisclosure key={channel} title={title} what={what}>
          {(loading) => (
            <SubscriptionPanel
              channel={channel as OfferedChannel}
              owner={owner}
              loading={loading}
            />
          )}
        </PanelDisclosure>
      ))}
      <PanelDisclosure title="Webhooks" what="webhooks">
        {(loading) => <WebhookPanel owner={owner} loading={loading} />}
      </PanelDisclosure>
    </>
  )
}

interface PanelDisclosureProps {
  title: string
  /** What loads, in running text. */
  what: string
  /** Draws the panel; `loading` is shown until its data are there. */
  children: (loading: ReactNode) => ReactNode
}

function PanelDisclosure({ title, what, children }: PanelDisclosureProps) {
  const loading = <p className="text-ink-soft">Loading {what}...</p>
  return (
    <Disclosure title={title}>
      <Suspense fallback={loading}>{children(loading)}</Suspense>
    </Disclosure>
  )
}
