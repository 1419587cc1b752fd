import { useChainTime } from '../lib/chain-clock.ts'
import { formatRelativeTime, isRecent } from '../lib/format/format-relative-time.ts'

interface TimeAgoProps {
  /** ISO 8601. */
  time: string
  /** For a place that has the date already: shows nothing, or ' · ' and the relative time, where that is no date. */
  isBesideDate?: boolean
}

/** The relative time of a date, by the time of the latest block. */
export function TimeAgo({ time, isBesideDate = false }: TimeAgoProps) {
  const timeMs = Date.parse(time)
  const text = useChainTime((nowMs) =>
    isBesideDate && !isRecent(timeMs, nowMs) ? null : formatRelativeTime(timeMs, nowMs),
  )
  if (Number.isNaN(timeMs) || text === null) return null
  return (
    <>
      {isBesideDate && ' · '}
      <time dateTime={time} title={new Date(timeMs).toLocaleString()}>
        {text}
      </time>
    </>
  )
}
