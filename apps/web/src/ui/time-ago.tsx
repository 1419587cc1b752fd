import { useChainNow } from '../lib/chain-clock.ts'
import { formatRelativeTime } from '../lib/format/format-relative-time.ts'

/** The relative time of a date (ISO 8601), by the time of the latest block. */
export function TimeAgo({ time }: { time: string }) {
  const nowMs = useChainNow()
  const timeMs = Date.parse(time)
  if (Number.isNaN(timeMs)) return null
  return (
    <time dateTime={time} title={new Date(timeMs).toLocaleString()}>
      {formatRelativeTime(timeMs, nowMs)}
    </time>
  )
}
