/** The text with its first letter in upper case. */
export function capitalize(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

/** 'no senders', 'one sender', '12 senders'. */
export function describeCount(count: number, noun: string): string {
  if (count === 0) return `no ${noun}s`
  return count === 1 ? `one ${noun}` : `${groupThousands(count)} ${noun}s`
}

/** A share in whole percent: '92 %', or 'less than 1 %'. */
export function describePercent(share: number): string {
  if (share > 0 && share < 0.01) return 'less than 1 %'
  if (share > 0.99 && share < 1) return 'more than 99 %'
  return `${groupThousands(Math.round(share * 100))} %`
}

/** A number with at most one decimal: '3', '0.4', '1,250'. */
export function describeNumber(value: number): string {
  if (value > 0 && value < 0.05) return 'less than 0.1'
  const tenths = Math.round(value * 10)
  return value >= 100 || tenths % 10 === 0
    ? groupThousands(Math.round(value))
    : `${Math.floor(tenths / 10)}.${tenths % 10}`
}

/** An average with at most one decimal: 'one sender', '1.5 senders'. */
export function describeAverage(average: number, noun: string): string {
  const number = describeNumber(average)
  return number === '1' ? `one ${noun}` : `${number} ${noun}s`
}

/** 'once', '2.3 times'. */
export function describeTimes(average: number): string {
  const number = describeNumber(average)
  return number === '1' ? 'once' : `${number} times`
}

/** 'as large as', '2.3 times'. */
export function describeMultiple(ratio: number): string {
  const number = describeNumber(ratio)
  return number === '1' ? 'as large as' : `${number} times`
}

/** 'every hour', 'every 5 days'. */
export function describeInterval(days: number): string {
  return `every ${describeDuration(days).replace(/^one /, '')}`
}

/** A time in its largest fitting unit: '40 minutes', '5 hours', '12 days'. */
export function describeDuration(days: number): string {
  if (days < 1 / 24) return describeCount(Math.max(1, Math.round(days * 1440)), 'minute')
  return days < 2
    ? describeCount(Math.round(days * 24), 'hour')
    : describeCount(Math.round(days), 'day')
}

/** A whole number with its thousands separated: '3,750'. */
export function groupThousands(value: number): string {
  return value < 1000 ? `${value}` : `${value}`.replace(/\B(?=(\d{3})+$)/g, ',')
}
