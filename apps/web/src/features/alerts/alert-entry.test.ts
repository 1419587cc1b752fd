import type { AgentHistoryEntry } from '@app/api/schemas/agent.ts'
import { expect, test } from 'vitest'
import {
  type AlertEntry,
  foldAlerts,
  mergeAlert,
  summarizeReports,
  toAlertEntry,
} from './alert-entry.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 2, 1, 12, minute)).toISOString()

const entry: AgentHistoryEntry = {
  ...{ timestamp: at(0), address: '0x179b6b1cb6755e31', action: 'propose_freeze', success: true },
  reason: 'Score of 0x179b6b1cb6755e31: 12 of 100, by payments to 0xf3fcd2c1a78f5eee',
  txId: 'ab'.repeat(32),
}

test('an entry of the history becomes an alert with all of its values', () => {
  expect(toAlertEntry(entry)).toEqual({
    id: '2026-03-01T12:00:00.000Z-0x179b6b1cb6755e31',
    timestamp: entry.timestamp,
    severity: 'warning',
    title: 'propose freeze',
    message: 'Score of 0x179b...5e31: 12 of 100, by payments to 0xf3fcd2c1a78f5eee',
    address: entry.address,
    txId: entry.txId,
    accusation: 'propose_freeze',
  })
  const withheld = toAlertEntry({ ...entry, reason: 'withheld by the operator' })
  expect(withheld.message).toBe('0x179b...5e31: withheld by the operator')
})

test.each<[Partial<AgentHistoryEntry>, AlertEntry['severity'], string?]>([
  [{ action: 'flag' }, 'warning', 'flag'],
  [{ action: 'warn', isUnchanged: true }, 'warning', 'warn'],
  // By a person.
  [{ action: 'flag', isReport: true }, 'warning'],
  ...['publish', 'recheck', 'unflag', 'schedule_recheck'].flatMap(
    (action): [Partial<AgentHistoryEntry>, AlertEntry['severity']][] => [
      [{ action }, 'success'],
      [{ action, isUnchanged: true }, 'info'],
    ],
  ),
  [{ action: 'flag', success: false }, 'error'],
  [{ action: 'recheck', success: false, isUnchanged: true }, 'error'],
])('%j has the severity %s', (change, severity, accusation) => {
  expect(toAlertEntry({ ...entry, ...change })).toMatchObject({ severity, accusation })
})

test('a new alert becomes the first of the list, the oldest one leaves, and one that is there stays once', () => {
  const [first, second, third] = [1, 2, 3].map((minute) =>
    toAlertEntry({ ...entry, timestamp: at(minute) }),
  ) as [AlertEntry, AlertEntry, AlertEntry]
  expect(mergeAlert([second, first], third, 2)).toEqual([third, second])
  expect(mergeAlert([second, first], { ...second }, 5)).toEqual([second, first])
})

const recheck = (minute: number, score: number): AlertEntry =>
  toAlertEntry({
    ...entry,
    timestamp: at(minute),
    action: 'recheck',
    reason: `Scheduled recheck of ${entry.address} was due: the score is ${score} (HIGH_RISK).`,
  })
const [newest, middle, oldest] = [recheck(3, 24.1), recheck(2, 25), recheck(1, 27.4)]

test('three of the same routine are folded, with how the score went', () => {
  const alerts = [newest, middle, oldest]
  expect(foldAlerts(alerts)).toEqual([{ alerts, summary: 'Rechecked 3 times: 27.4 → 24.1' }])
  expect(foldAlerts([newest, newest, newest])[0]?.summary).toBe('Rechecked 3 times: always 24.1')
  expect(newest.message).toContain('(High Risk)')
})

test('two, what accuses or failed, and what stands apart, stand open', () => {
  const flags = [1, 2, 3].map((minute) => toAlertEntry({ ...entry, timestamp: at(minute) }))
  const failures = flags.map((alert): AlertEntry => ({ ...alert, severity: 'error' }))
  const [flag] = flags as [AlertEntry]
  for (const alerts of [[newest, middle], flags, failures, [newest, middle, flag, oldest]]) {
    expect(foldAlerts(alerts)).toEqual(alerts.map((one) => ({ alerts: [one], summary: null })))
  }
})

test('unverified reports are counted', () => {
  const report = toAlertEntry({ ...entry, action: 'flag', isReport: true })
  expect(summarizeReports([report])).toBe('1 unverified report')
  expect(summarizeReports(Array(100).fill(report))).toBe('100+ unverified reports')
})
