import type { UpdateMode } from '../lib/live/subscribe-to-events.ts'

interface UpdateModeIndicatorProps {
  updateMode: UpdateMode
  /** What is updated, in the plural and capitalized: 'New scores'. */
  what: string
}

/** Shows how a part of a page is updated. */
export function UpdateModeIndicator({ updateMode, what }: UpdateModeIndicatorProps) {
  const isLive = updateMode === 'live'
  return (
    <span
      title={isLive ? `${what} appear by themselves` : 'Checked again every 10 seconds'}
      className="flex items-center gap-2 text-sm text-ink-soft"
    >
      <span
        aria-hidden="true"
        className={`size-2 rounded-full ${isLive ? 'animate-pulse bg-good-fill' : 'bg-line-strong'}`}
      />
      {isLive ? 'Live' : 'Polling'}
    </span>
  )
}
