import { CircleCheck, CircleX } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import type { Tone } from '../lib/tone.ts'

/** A short message that disappears by itself. */
interface Toast {
  id: number
  text: string
  tone: Extract<Tone, 'neutral' | 'good' | 'bad'>
}

const SHOWN_MS = 5_000
/** Older ones leave when there are more. */
const MAX_TOASTS = 3

let toasts: readonly Toast[] = []
let latestId = 0
const listeners = new Set<() => void>()

/** Shows a short message for a few seconds, which screen readers read out. */
export const toast = Object.assign((text: string) => show(text, 'neutral'), {
  success: (text: string) => show(text, 'good'),
  error: (text: string) => show(text, 'bad'),
})

const show = (text: string, tone: Toast['tone']): void => {
  const added = { id: ++latestId, text, tone }
  replaceToasts([...toasts, added].slice(-MAX_TOASTS))
  setTimeout(() => replaceToasts(toasts.filter(({ id }) => id !== added.id)), SHOWN_MS)
}

function replaceToasts(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

/** Shows the messages of `toast`, in a live region that is there before its first message. */
export function ToastHost() {
  const shown = useSyncExternalStore(subscribeToToasts, getToasts, getToasts)
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-4 bottom-4 z-50 grid justify-items-end gap-2"
    >
      {shown.map(({ id, text, tone }) => (
        <p
          key={id}
          className="rise card pointer-events-auto flex max-w-sm items-start gap-2.5 px-4 py-3 text-[0.9375rem] user-text shadow-dialog"
        >
          <ToneIcon tone={tone} />
          {text}
        </p>
      ))}
    </div>
  )
}

function ToneIcon({ tone }: Pick<Toast, 'tone'>) {
  switch (tone) {
    case 'good':
      return <CircleCheck className="mt-0.5 size-5 shrink-0 text-good" aria-hidden="true" />
    case 'bad':
      return <CircleX className="mt-0.5 size-5 shrink-0 text-bad" aria-hidden="true" />
    case 'neutral':
      return null
  }
}

const getToasts = (): readonly Toast[] => toasts

function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
