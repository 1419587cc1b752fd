import { type FormEvent, useId, useState } from 'react'
import { useApi } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { submitWebhook } from './queries.ts'
import { useWebhookChange } from './use-webhook-change.ts'

/** Adds a webhook, and shows its secret until the next one is added or the form is closed. */
export function WebhookForm() {
  const api = useApi()
  const [url, setUrl] = useState('')
  const id = useId()
  const creating = useWebhookChange(
    (target: string) => submitWebhook(api, target),
    'Failed to add the webhook',
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!creating.isPending) creating.mutate(url.trim(), { onSuccess: () => setUrl('') })
  }
  return (
    <form onSubmit={submit} noValidate>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium text-ink-soft">
        URL of a new webhook
      </label>
      <div className="flex flex-col gap-3 sm:flex-row">
        <input
          id={id}
          type="url"
          value={url}
          onChange={(event) => setUrl(event.target.value)}
          placeholder="https://example.org/dharma"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          className="field min-h-11"
        />
        <Button type="submit" variant="secondary" isBusy={creating.isPending}>
          Add webhook
        </Button>
      </div>
      <div role="status">{creating.data && <Secret secret={creating.data.secret} />}</div>
    </form>
  )
}

function Secret({ secret }: { secret: string }) {
  return (
    <div className="rise mt-3 rounded-control bg-info-soft px-4 py-3 text-info">
      <p className="font-medium">Copy the secret now: it is not shown again.</p>
      <p className="mt-1 flex items-center gap-2">
        <code className="min-w-0 font-mono text-sm break-all">{secret}</code>
        <CopyButton text={secret} label="secret" />
      </p>
    </div>
  )
}
