import { useState } from 'react'

const PREVIEW_LENGTH = 150

/** The reason of a proposal, shortened until the user expands it. */
export function ReasonText({ reason }: { reason: string }) {
  const [isExpanded, setExpanded] = useState(false)
  const isLong = reason.length > PREVIEW_LENGTH
  return (
    <p className="mt-3 text-[0.9375rem] wrap-break-word whitespace-pre-line">
      {isLong && !isExpanded ? `${reason.slice(0, PREVIEW_LENGTH)}...` : reason}
      {isLong && (
        <button
          type="button"
          aria-expanded={isExpanded}
          onClick={() => setExpanded(!isExpanded)}
          className="link ml-1.5 text-sm"
        >
          {isExpanded ? 'Show less' : 'Show more'}
        </button>
      )}
    </p>
  )
}
