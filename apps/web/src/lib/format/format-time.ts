import { formatDate, formatDateTime } from './format.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Whether a time is told relatively, and not by its date. */
export const isToldRelatively = (timeMs: number, nowMs: number): boolean =>
  nowMs - timeMs < 7 * DAY_MS

/** Formats the time between `timeMs` and `nowMs` (Unix milliseconds), with the texts of the specification. */
export function formatRelativeTime(timeMs: number, nowMs: number): string {
  const ageMs = nowMs - timeMs
  if (ageMs < MINUTE_MS) return 'Just now'
  if (ageMs < HOUR_MS) return `${Math.floor(ageMs / MINUTE_MS)}m ago`
  if (ageMs < DAY_MS) return `${Math.floor(ageMs / HOUR_MS)}h ago`
  if (isToldRelatively(timeMs, nowMs)) return `${Math.floor(ageMs / DAY_MS)}d ago`
  return formatDate(timeMs)
}

/** A text that is continued by a time rather than by a duration, such as 'Can be executed from'. */
const ENDS_WITH_PREPOSITION = /\b(at|from|on|since|until)$/

/** Formats a positive duration in its two largest units, rounded down: '2 d 5 h', '3 h 12 m', '4 m'. */
export function formatDuration(durationMs: number): string {
  const days = Math.floor(durationMs / DAY_MS)
  const hours = Math.floor((durationMs % DAY_MS) / HOUR_MS)
  const minutes = Math.floor((durationMs % HOUR_MS) / MINUTE_MS)
  const units = days > 0 ? [`${days} d`, `${hours} h`] : [`${hours} h`, `${minutes} m`]
  const shown = units.filter((unit) => !unit.startsWith('0 '))
  return shown.length === 0 ? 'less than a minute' : shown.join(' ')
}

/**
 * Formats a time after `text`: 'Voting ends in 3 h 12 m', 'Can be executed from 23 Nov 2026, 12:00'. Both times are
 * Unix milliseconds.
 */
export function formatCountdown(text: string, atMs: number, nowMs: number): string {
  if (ENDS_WITH_PREPOSITION.test(text))
    return `${text} ${formatDateTime(new Date(atMs).toISOString())}`
  return atMs <= nowMs ? `${text} now` : `${text} in ${formatDuration(atMs - nowMs)}`
}
