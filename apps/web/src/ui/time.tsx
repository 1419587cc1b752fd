import { useDerivedFromChainTime } from '../lib/chain-clock.ts'
import { formatDateTime } from '../lib/format/format.ts'
import { formatCountdown, formatRelativeTime, isToldRelatively } from '../lib/format/format-time.ts'

/** A date and time in the one style of all, which keeps its order beside texts of any direction. `time` is ISO 8601. */
export const DateTime = ({ time }: { time: string }) => (
  <bdi>
    <time dateTime={time}>{formatDateTime(time)}</time>
  </bdi>
)

export function TimeAgo({ time, isBesideDate = false }: { time: string; isBesideDate?: boolean }) {
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

/** A text with the time until it happens, by the time of the latest block. */
export function TimeUntil({ text, atMs }: { text: string; atMs: number }) {
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
