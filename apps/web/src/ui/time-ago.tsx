import { useChainTime } from '../lib/chain-clock.ts'
import { formatDateTime } from '../lib/format/format.ts'
import { formatRelativeTime, isToldRelatively } from '../lib/format/format-time.ts'

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
    isBesideDate && !isToldRelatively(timeMs, nowMs) ? null : formatRelativeTime(timeMs, nowMs),
  )
  if (Number.isNaN(timeMs) || text === null) return null
  return (
    <>
      {isBesideDate && ' · '}
      <bdi>
        <time dateTime={time} title={formatDateTime(time)}>
          {text}
        </time>
      </bdi>
    </>
  )
}
