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

const padTwoDigits = (number: number): string => String(number).padStart(2, '0')
