import { Info } from 'lucide-react'
import { UserText } from '../user-text.tsx'

/**
 * Shows current problems, outside of the cards whose texts are fixed. Always in the document, so that
 * screen readers announce its changes.
 */
export function StatusLine({ messages }: { messages: readonly string[] }) {
  return (
    <div role="status" aria-live="polite">
      {messages.length > 0 && (
        <ul className="rise mb-4 grid gap-1.5 rounded-control border border-line bg-sunken px-4 py-3 text-small text-ink-soft">
          {messages.map((message) => (
            <li key={message} className="flex gap-2.5">
              <Info className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
              <UserText as="span">{message}</UserText>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
