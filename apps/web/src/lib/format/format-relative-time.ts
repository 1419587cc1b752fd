const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Whether a time is told relatively, and not by its date. */
export const isRecent = (timeMs: number, nowMs: number): boolean => nowMs - timeMs < 7 * DAY_MS

/** Formats the time between `timeMs` and `nowMs` (Unix milliseconds), with the texts of the specification. */
export function formatRelativeTime(timeMs: number, nowMs: number): string {
  const ageMs = nowMs - timeMs
  if (ageMs < MINUTE_MS) return 'Just now'
  if (ageMs < HOUR_MS) return `${Math.floor(ageMs / MINUTE_MS)}m ago`
  if (ageMs < DAY_MS) return `${Math.floor(ageMs / HOUR_MS)}h ago`
  if (isRecent(timeMs, nowMs)) return `${Math.floor(ageMs / DAY_MS)}d ago`
  return new Date(timeMs).toLocaleDateString()
}
