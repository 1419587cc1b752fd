import type { UpdateMode } from './subscribe-to-score-stream.ts'

/** Shows how the score is updated. */
export function UpdateModeIndicator({ updateMode }: { updateMode: UpdateMode }) {
  const isLive = updateMode === 'live'
  return (
    <span
      title={isLive ? 'New scores appear by themselves' : 'Checked again every 10 seconds'}
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
