/**
 * Formats Unix seconds as '2026-11-23 12:00 UTC', cut to the minute, as the contract `DharmaTime`
 * does. Throws `RangeError` before 1970 and beyond the range of `Date`.
 */
export function formatMinute(seconds: bigint): string {
  const date = new Date(Number(seconds) * 1_000)
  if (seconds < 0n || Number.isNaN(date.getTime())) {
    throw new RangeError(`${seconds} Unix seconds are before 1970 or beyond the range of Date`)
  }
  const day = [
    date.getUTCFullYear(),
    padTwoDigits(date.getUTCMonth() + 1),
    padTwoDigits(date.getUTCDate()),
  ].join('-')
  return `${day} ${padTwoDigits(date.getUTCHours())}:${padTwoDigits(date.getUTCMinutes())} UTC`
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Formats the UTC day of Unix milliseconds without its year, where there is little room: '3 Nov'. */
export function formatDayOfYear(timeMs: number): string {
  const date = new Date(timeMs)
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}`
}

/** Formats the UTC day of Unix milliseconds as people read it, on pages and in sentences: '3 Nov 2026'. */
export const formatDay = (timeMs: number): string =>
  `${formatDayOfYear(timeMs)} ${new Date(timeMs).getUTCFullYear()}`

/** Formats the UTC time of day of Unix milliseconds, cut to the minute: '09:36'. */
export function formatTimeOfDay(timeMs: number): string {
  const date = new Date(timeMs)
  return `${padTwoDigits(date.getUTCHours())}:${padTwoDigits(date.getUTCMinutes())}`
}

/** Formats Unix milliseconds as people read them: '3 Nov 2026, 09:36 UTC'. Signed and recorded texts have `formatMinute`. */
export const formatTime = (timeMs: number): string =>
  `${formatDay(timeMs)}, ${formatTimeOfDay(timeMs)} UTC`

/** Formats Unix seconds in ISO 8601, as the API and the case files do. */
export const toIsoTime = (seconds: number): string => new Date(seconds * 1000).toISOString()

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** Formats whole seconds in the largest unit of which they are two or more: '7 days', '24 hours', '90 seconds'. */
export function formatPeriod(seconds: number): string {
  const unit = UNITS.find(([, length]) => seconds % length === 0 && seconds >= 2 * length)
  return unit === undefined ? `${seconds} seconds` : `${seconds / unit[1]} ${unit[0]}s`
}

/** Formats seconds to wait like `formatPeriod`, rounded up to hours, below two hours to minutes: '20 hours', '5 minutes'. */
export function formatWait(seconds: number): string {
  const unit = seconds > 7_200 ? 3_600 : 60
  return formatPeriod(Math.ceil(seconds / unit) * unit)
}

const padTwoDigits = (number: number): string => String(number).padStart(2, '0')

/**
 * Returns whether less than `withinMs` have passed since `atMs`, both in Unix milliseconds by a wall clock. False for a
 * time in the future: the clock was set back since then, and to wait until it has caught up can take days.
 */
export function isRecent(atMs: number, nowMs: number, withinMs: number): boolean {
  return atMs <= nowMs && nowMs - atMs < withinMs
}
