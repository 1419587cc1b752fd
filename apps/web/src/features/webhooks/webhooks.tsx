import type { Address } from '@app/values/address.ts'
import { lazy, Suspense } from 'react'
import { Disclosure } from '../../ui/disclosure.tsx'

const WebhookPanel = lazy(async () => ({
  default: (await import('./webhook-panel.tsx')).WebhookPanel,
}))

/** The webhooks of the connected wallet; their code loads when they are opened. */
export function Webhooks({ owner }: { owner: Address }) {
  const loading = <p className="text-ink-soft">Loading webhooks...</p>
  return (
    <Disclosure title="Webhooks">
      <Suspense fallback={loading}>
        <WebhookPanel owner={owner} loading={loading} />
      </Suspense>
    </Disclosure>
  )
}
