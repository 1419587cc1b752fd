import { useDerivedFromChainTime } from '../lib/chain-clock.ts'
import { formatDateTime } from '../lib/format/format.ts'
import { formatCountdown, formatRelativeTime, isToldRelatively } from '../lib/format/format-time.ts'

/** A date and time in the one style of all, which keeps its order beside texts of any direction. `time` is ISO 8601. */
export const DateTime = ({ time }: { time: string }) => (
  <bdi>
    <time dateTime={time}>{formatDateTime(time)}</time>
  </bdi>
)

interface TimeAgoProps {
  /** ISO 8601. */
  time: string
  /** For a place that has the date already: shows nothing, or ' · ' and the relative time, where that is no date. */
  isBesideDate?: boolean
}

/** The relative time of a date, by the time of the latest block. */
export function TimeAgo({ time, isBesideDate = false }: TimeAgoProps) {
  const timeMs = Date.parse(time)
  const text = useDerivedFromChainTime((nowMs) =>
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

interface TimeUntilProps {
  /** What happens then, such as 'Voting ends'. */
  text: string
  /** Unix milliseconds of block time. */
  atMs: number
}

/** A text with the time until it happens, by the time of the latest block. */
export function TimeUntil({ text, atMs }: TimeUntilProps) {
  const countdown = useDerivedFromChainTime((nowMs) => formatCountdown(text, atMs, nowMs))
  const at = new Date(atMs).toISOString()
  return (
    <bdi>
      <time dateTime={at} title={formatDateTime(at)}>
        {countdown}
      </time>
    </bdi>
  )
}
