import type { AgentHistoryEntry } from '@app/api/schemas/agent.ts'
import { HISTORY_LIMIT_DEFAULT } from '@app/values/limits.ts'
import { formatPoints, keepUnits, nameAddress, nameLevels } from '../../lib/format/format.ts'

export type AlertSeverity = 'warning' | 'error' | 'info' | 'success'

export interface AlertEntry {
  id: string
  /** ISO 8601 */
  timestamp: string
  severity: AlertSeverity
  title: string
  message: string
  address?: string | undefined
  txId?: string | undefined
  /** How the agent accused the wallet; undefined for what accuses nobody, and for a report of a person. */
  accusation?: AccusingAction | undefined
}

const ACCUSING_ACTIONS = ['flag', 'propose_freeze', 'warn'] as const

type AccusingAction = (typeof ACCUSING_ACTIONS)[number]

const findAccusingAction = (action: string): AccusingAction | undefined =>
  ACCUSING_ACTIONS.find((one) => one === action.toLowerCase())

/** Adds a new alert to a list, newest first, of at most `limit`; an alert that it already has stays once. */
export function mergeAlert(
  alerts: readonly AlertEntry[],
  alert: AlertEntry,
  limit: number,
): AlertEntry[] {
  return [alert, ...alerts.filter(({ id }) => id !== alert.id)].slice(0, limit)
}

/** Converts an entry of the agent's history. */
export function toAlertEntry(entry: AgentHistoryEntry): AlertEntry {
  return {
    id: `${entry.timestamp}-${entry.address}`,
    timestamp: entry.timestamp,
    severity: toSeverity(entry),
    title: entry.action.replaceAll('_', ' '),
    message: keepUnits(nameLevels(nameAddress(entry.reason, entry.address))),
    address: entry.address,
    txId: entry.txId,
    accusation: entry.success && !entry.isReport ? findAccusingAction(entry.action) : undefined,
  }
}

/** Alerts that say the same again and again, newest first, and what they say together. */
interface AlertGroup {
  alerts: readonly AlertEntry[]
  /** Such as 'Rechecked 9 times: 27.4 → 24.1'; null for alerts that stand open. */
  summary: string | null
}

/** So many routine alerts in a row are folded. */
const MIN_FOLDED = 3

/** Folds each row of alerts about the same routine, such as rechecks; what accuses or failed always stands open. */
export function foldAlerts(alerts: readonly AlertEntry[]): AlertGroup[] {
  const rows: AlertEntry[][] = []
  for (const alert of alerts) {
    const row = rows.at(-1)
    if (row !== undefined && continuesRow(row[0], alert)) row.push(alert)
    else rows.push([alert])
  }
  return rows.flatMap((row): AlertGroup[] =>
    row.length < MIN_FOLDED
      ? row.map((alert) => ({ alerts: [alert], summary: null }))
      : [{ alerts: row, summary: summarizeRow(row) }],
  )
}

/** The number of unverified reports; of a list that is cut, at least so many. */
export function summarizeReports(reports: readonly AlertEntry[]): string {
  const count = reports.filter(({ title }) => title === 'flag').length
  const more = reports.length < HISTORY_LIMIT_DEFAULT ? '' : '+'
  return `${count}${more} unverified report${count === 1 ? '' : 's'}`
}

/** Takes the way to an appeal from flags that a later alert of the list, newest first, lifts. */
export function withoutLifted(alerts: readonly AlertEntry[]): AlertEntry[] {
  const lifted = new Set<string | undefined>()
  return alerts.map((alert) => {
    const isLifted = alert.accusation === 'flag' && lifted.has(alert.address)
    if (alert.title === 'unflag' && alert.severity !== 'error') lifted.add(alert.address)
    return isLifted ? { ...alert, accusation: undefined } : alert
  })
}

const continuesRow = (
  first: AlertEntry | undefined,
  { title, address, severity }: AlertEntry,
): boolean =>
  isRoutine(severity) &&
  first?.title === title &&
  first.address === address &&
  isRoutine(first.severity)

const isRoutine = (severity: AlertSeverity): boolean =>
  severity === 'info' || severity === 'success'

const ROUTINE_NAMES: Readonly<Record<string, string>> = {
  recheck: 'Rechecked',
  publish: 'Published',
}

function summarizeRow(row: readonly AlertEntry[]): string {
  const scores = row.flatMap(({ message }) => readScore(message) ?? []).toReversed()
  const [from, to] = [scores[0], scores.at(-1)]
  const title = row[0]?.title ?? ''
  const name = `${ROUTINE_NAMES[title] ?? capitalize(title)} ${row.length} times`
  if (from === undefined || to === undefined) return name
  const change =
    from === to ? `always ${formatPoints(to)}` : `${formatPoints(from)} → ${formatPoints(to)}`
  return `${name}: ${change}`
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** The score that the agent tells in an entry. */
function readScore(message: string): number | null {
  const [, score] = /\bscore is ([\d.]*\d)/.exec(message) ?? []
  return score === undefined ? null : Number(score)
}

function toSeverity({ action, success, isUnchanged }: AgentHistoryEntry): AlertSeverity {
  if (!success) return 'error'
  if (findAccusingAction(action) !== undefined) return 'warning'
  return isUnchanged ? 'info' : 'success'
}
