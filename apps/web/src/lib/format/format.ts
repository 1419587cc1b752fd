import { RISK_LEVEL_DEFINITIONS, RISK_LEVELS } from '@app/values/risk-level.ts'
import { formatDay, formatTime } from '@app/values/time.ts'

/** Formats a score or points with at most one decimal: 27.4, 50. */
export function formatPoints(points: number): string {
  return String(Number(points.toFixed(1)))
}

/**
 * Formats the scores between which a wallet can be: '5 to 25', to be read after 'Possible range'. With decimals where
 * whole numbers would be the same.
 */
export function formatScoreRange({ from, to }: { from: number; to: number }): string {
  const [low, high] = [Math.round(from), Math.round(to)]
  return low === high ? `${formatPoints(from)} to ${formatPoints(to)}` : `${low} to ${high}`
}

/** Formats points with their sign and a typographic minus: +6.1, −8.6, and 0 without a sign. */
export function formatSignedPoints(points: number): string {
  const text = formatPoints(Math.abs(points))
  if (text === '0') return text
  return points < 0 ? `−${text}` : `+${text}`
}

/** Formats a share in 0–1 as whole percent: 71%; 0% and 100% are exact, and anything near them < 1% or > 99%. */
export function formatPercent(share: number): string {
  if (share > 0 && share < 0.01) return '< 1%'
  if (share > 0.99 && share < 1) return '> 99%'
  return `${Math.round(share * 100)}%`
}

const COUNT = new Intl.NumberFormat('en-US')

export function formatCount(count: number): string {
  return COUNT.format(count)
}

const WORDS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine']

/** Writes a number below ten as a word that begins a sentence: Six. */
export const spellCount = (count: number): string => WORDS[count] ?? formatCount(count)

/** Formats a date and time (ISO 8601) in UTC, which everybody reads alike: 22 Nov 2026, 14:05 UTC. */
export const formatDateTime = (time: string): string => formatTime(Date.parse(time))

/** Formats the day of a time (ISO 8601, or Unix milliseconds): 22 Nov 2026. */
export const formatDate = (time: string | number): string => formatDay(new Date(time).getTime())

/** Formats a decimal text with separators and at most four significant decimals: 1,234.5. */
export function formatAmount(amount: string): string {
  const [whole = '0', decimals = ''] = amount.split('.')
  const grouped = COUNT.format(BigInt(whole))
  if (whole !== '0') return joinDecimals(grouped, decimals.slice(0, 2))
  const leadingZeros = decimals.search(/[1-9]/)
  return joinDecimals(grouped, leadingZeros < 0 ? '' : decimals.slice(0, leadingZeros + 4))
}

function joinDecimals(whole: string, decimals: string): string {
  const shown = decimals.replace(/0+$/, '')
  return shown === '' ? whole : `${whole}.${shown}`
}

/** Formats an amount with its token: '12.5 FLOW', '1 GardenPass'. */
export const formatTokens = ({ amount, token }: { amount: string; token: string }): string =>
  `${formatAmount(amount)} ${token}`

/** Writes each percent sign directly after its number, as the pages do: the words of a score are kept with a space. */
export const keepUnits = (text: string): string => text.replace(/(?<=\d) %/g, '%')

/** Names the risk levels in a text as people do, High Risk; in JSON not those that are a value of their own. */
export const nameLevels = (text: string): string =>
  RISK_LEVELS.reduce(
    (named, level) =>
      named.replace(new RegExp(`"?\\b${level}\\b"?`, 'g'), (found) =>
        found === `"${level}"` ? found : found.replace(level, RISK_LEVEL_DEFINITIONS[level].label),
      ),
    text,
  )

/** Writes all words of an answer of the API as the pages do. */
export const toShownWords = <T>(answer: T): T =>
  JSON.parse(nameLevels(keepUnits(JSON.stringify(answer))))

/** Shortens an address to its first `leading` and last `trailing` characters, joined by three dots. */
export function shortenAddress(address: string, leading = 6, trailing = 4): string {
  if (address.length <= leading + trailing) return address
  return `${address.slice(0, leading)}...${address.slice(-trailing)}`
}

/** Shortens an address in what is said about it, or puts it in front where it is not named. */
export function nameAddress(text: string, address: string): string {
  const short = shortenAddress(address)
  return text.includes(address) ? text.replaceAll(address, short) : `${short}: ${text}`
}
