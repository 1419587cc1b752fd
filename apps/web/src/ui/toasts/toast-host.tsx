import { CircleCheck, CircleX } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { getToasts, subscribeToToasts, type Toast } from './toasts.ts'

/** Shows the messages of `toast`, in a live region that is there before its first message. */
export function ToastHost() {
  const toasts = useSyncExternalStore(subscribeToToasts, getToasts, getToasts)
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-4 bottom-4 z-50 grid justify-items-end gap-2"
    >
      {toasts.map((toast) => (
        <p
          key={toast.id}
          className="rise card pointer-events-auto flex max-w-sm items-start gap-2.5 px-4 py-3 text-[0.9375rem] user-text shadow-dialog"
        >
          <ToneIcon tone={toast.tone} />
          {toast.text}
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
