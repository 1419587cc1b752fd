import type { WebhookEntry } from '@app/api/schemas/alert/subscriptions.ts'
import { useApi } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { askConfirmation } from '../../ui/dialogs/dialogs.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import { DeliveryLog } from './delivery-log.tsx'
import { removeWebhook, sendTest } from './queries.ts'
import { useWebhookChange } from './use-webhook-change.ts'

/** One webhook, with what was sent to it. */
export function WebhookItem({ webhook: { id, url, addresses } }: { webhook: WebhookEntry }) {
  const api = useApi()
  const testing = useWebhookChange(() => sendTest(api, id), 'Failed to send the test')
  const removing = useWebhookChange(() => removeWebhook(api, id), 'Failed to remove the webhook')
  const test = () =>
    testing.mutate(undefined, { onSuccess: () => void toast('A test message is on its way') })
  const remove = async () => {
    if (await askConfirmation(`Do you want to remove the webhook to ${url}?`)) removing.mutate()
  }
  return (
    <li className="rounded-control border border-line p-3 sm:p-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-60">
          <p className="font-medium break-all">{url}</p>
          <p className="text-sm text-ink-faint">{describeAddresses(addresses)}</p>
        </div>
        <div className="flex gap-2">
          <Button variant="secondary" size="small" onClick={test} isBusy={testing.isPending}>
            Send test
          </Button>
          <Button variant="secondary" size="small" onClick={remove} isBusy={removing.isPending}>
            Remove
          </Button>
        </div>
      </div>
      <div className="mt-2 text-sm">
        <Disclosure title="Deliveries">
          <DeliveryLog webhookId={id} />
        </Disclosure>
      </div>
    </li>
  )
}

function describeAddresses(addresses: WebhookEntry['addresses']): string {
  if (addresses === undefined) return 'All of your watched wallets'
  return addresses.length === 1 ? '1 watched wallet' : `${addresses.length} watched wallets`
}
