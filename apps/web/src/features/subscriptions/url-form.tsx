import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'

interface UrlFormProps {
  label: string
  placeholder: string
  /** Text of the button. */
  action: string
  isBusy: boolean
  /** Adds what the URL leads to; `clear` empties the field, for when it was added. */
  onSubmit: (url: string, clear: () => void) => void
  /** What became of the last one. */
  children: ReactNode
}

/** Asks for the URL to which alerts are sent. */
export function UrlForm({ label, placeholder, action, isBusy, onSubmit, children }: UrlFormProps) {
  const [url, setUrl] = useState('')
  const id = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isBusy) onSubmit(url.trim(), () => setUrl(''))
  }
  return (
    <form onSubmit={submit} noValidate>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium text-ink-soft">
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
        <Button type="submit" variant="secondary" isBusy={isBusy}>
          {action}
        </Button>
      </div>
      {children}
    </form>
  )
}
