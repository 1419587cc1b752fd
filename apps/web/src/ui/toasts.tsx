import { CircleCheck, CircleX } from 'lucide-react'
import { createStore, useStore } from '../lib/store.ts'
import type { Tone } from '../lib/tone.ts'

interface Toast {
  id: number
  text: string
  tone: Extract<Tone, 'neutral' | 'good' | 'bad'>
}

const SHOWN_MS = 5_000
/** Older ones leave when there are more. */
const MAX_TOASTS = 3

const toasts = createStore<readonly Toast[]>([])
let latestId = 0

/** Shows a short message for a few seconds, which screen readers read out. */
export const toast = Object.assign((text: string) => show(text, 'neutral'), {
  success: (text: string) => show(text, 'good'),
  error: (text: string) => show(text, 'bad'),
})

function show(text: string, tone: Toast['tone']): void {
  const added = { id: ++latestId, text, tone }
  toasts.set([...toasts.get(), added].slice(-MAX_TOASTS))
  setTimeout(() => toasts.set(toasts.get().filter((other) => other !== added)), SHOWN_MS)
}

/** Shows the messages of `toast`, in a live region that is there before its first message. */
export function ToastHost() {
  const shown = useStore(toasts)
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-4 bottom-4 z-50 grid justify-items-end gap-2"
    >
      {shown.map(({ id, text, tone }) => (
        <p
          key={id}
          className="rise card pointer-events-auto flex max-w-sm items-start gap-2.5 px-4 py-3 text-small user-text shadow-dialog"
        >
          {tone === 'good' && (
            <CircleCheck className="mt-0.5 size-5 shrink-0 text-good" aria-hidden="true" />
          )}
          {tone === 'bad' && (
            <CircleX className="mt-0.5 size-5 shrink-0 text-bad" aria-hidden="true" />
          )}
          {text}
        </p>
      ))}
    </div>
  )
}
