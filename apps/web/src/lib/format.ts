/** A score or points with at most one decimal: 27.4, 50. */
export function formatPoints(points: number): string {
  return String(Number(points.toFixed(1)))
}

/** Points with their sign and a true minus: +6.1, −8.6, and 0 without one. */
export function formatSignedPoints(points: number): string {
  const text = formatPoints(Math.abs(points))
  if (text === '0') return text
  return points < 0 ? `−${text}` : `+${text}`
}

/** A share in 0–1 as whole percent: 71%. */
export function formatPercent(share: number): string {
  return `${Math.round(share * 100)}%`
}

/** A number with its thousands set apart. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-US')
}

/** Date and time of a moment (ISO 8601) as the visitor's locale writes them. */
export function formatDateTime(time: string): string {
  return new Date(time).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })
}
