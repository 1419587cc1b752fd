/** Formats a score or points with at most one decimal: 27.4, 50. */
export function formatPoints(points: number): string {
  return String(Number(points.toFixed(1)))
}

/** Formats points with their sign and a typographic minus: +6.1, −8.6, and 0 without a sign. */
export function formatSignedPoints(points: number): string {
  const text = formatPoints(Math.abs(points))
  if (text === '0') return text
  return points < 0 ? `−${text}` : `+${text}`
}

/** Formats a share in 0–1 as whole percent: 71%. */
export function formatPercent(share: number): string {
  return `${Math.round(share * 100)}%`
}

/** Formats a number with thousands separators. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-US')
}

/** Formats a date and time (ISO 8601) in the user's locale. */
export function formatDateTime(time: string): string {
  return new Date(time).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })
}

/** Formats the date of a time (ISO 8601) in the user's locale, without the year: 22 Nov. */
export function formatDate(time: string): string {
  return new Date(time).toLocaleDateString(undefined, { day: 'numeric', month: 'short' })
}
