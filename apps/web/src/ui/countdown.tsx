import { useChainTime } from '../lib/chain-clock.ts'
import { formatDateTime } from '../lib/format/format.ts'
import { formatCountdown } from '../lib/format/format-time.ts'

interface CountdownProps {
  /** What happens then, such as 'Voting ends'. */
  text: string
  /** Unix milliseconds of block time. */
  atMs: number
}

/** A text with the time until it happens, by the time of the latest block. */
export function Countdown({ text, atMs }: CountdownProps) {
  const countdown = useChainTime((nowMs) => formatCountdown(text, atMs, nowMs))
  const at = new Date(atMs).toISOString()
  return (
    <bdi>
      <time dateTime={at} title={formatDateTime(at)}>
        {countdown}
      </time>
    </bdi>
  )
}
