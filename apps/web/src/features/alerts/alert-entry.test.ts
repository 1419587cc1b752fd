import type { AgentHistoryEntry } from '@app/api/schemas/agent.ts'
import { describe, expect, test } from 'vitest'
import { type AlertEntry, foldAlerts, mergeAlert, toAlertEntry } from './alert-entry.ts'

const entry: AgentHistoryEntry = {
  timestamp: '2026-03-01T12:00:00.000Z',
  address: '0x179b6b1cb6755e31',
  action: 'propose_freeze',
  success: true,
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
})

test('a message that does not name its wallet is put behind its name', () => {
  const message = toAlertEntry({ ...entry, reason: 'withheld by the operator' }).message
  expect(message).toBe('0x179b...5e31: withheld by the operator')
})

test.each([
  ['flag', 'warning'],
  ['propose_freeze', 'warning'],
  ['warn', 'warning'],
  ['publish', 'success'],
  ['recheck', 'success'],
  ['unflag', 'success'],
  ['schedule_recheck', 'success'],
])('%s has the severity %s', (action, severity) => {
  expect(toAlertEntry({ ...entry, action }).severity).toBe(severity)
})

test.each(['publish', 'recheck', 'unflag', 'schedule_recheck'])(
  '%s has the severity info where it changed nothing',
  (action) => {
    expect(toAlertEntry({ ...entry, action, isUnchanged: true }).severity).toBe('info')
    expect(toAlertEntry({ ...entry, action, isUnchanged: false }).severity).toBe('success')
  },
)

test('an accusation is a warning even where it changed nothing', () => {
  expect(toAlertEntry({ ...entry, isUnchanged: true }).severity).toBe('warning')
})

test('a flag by a person is a warning too, but no accusation', () => {
  const alert = toAlertEntry({ ...entry, action: 'flag', isReport: true })
  expect(alert).toMatchObject({ severity: 'warning', accusation: undefined })
})

test('every failed action is an error, and accuses nobody', () => {
  for (const action of ['flag', 'recheck']) {
    const alert = toAlertEntry({ ...entry, action, success: false, isUnchanged: true })
    expect(alert).toMatchObject({ severity: 'error', accusation: undefined })
  }
})

describe('a new alert', () => {
  const buildAlert = (minute: number): AlertEntry =>
    toAlertEntry({ ...entry, timestamp: new Date(Date.UTC(2026, 2, 1, 12, minute)).toISOString() })
  const [first, second, third] = [buildAlert(1), buildAlert(2), buildAlert(3)]

  test('becomes the first of the list, and the oldest one leaves', () => {
    expect(mergeAlert([second, first], third, 2)).toEqual([third, second])
  })

  test('that the list already has stays once', () => {
    expect(mergeAlert([second, first], { ...second }, 5)).toEqual([second, first])
  })
})

describe('a row of alerts', () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 2, 1, 12, minute)).toISOString()
  const recheck = (minute: number, score: number): AlertEntry =>
    toAlertEntry({
      ...entry,
      timestamp: at(minute),
      action: 'recheck',
      reason: `Scheduled recheck ${minute} of ${entry.address} was due: the score is ${score} (HIGH_RISK).`,
    })
  const [oldest, older, newer] = [recheck(1, 27.4), recheck(2, 25), recheck(3, 24.1)]

  test('of the same routine is folded, with how the score went', () => {
    const alerts = [newer, older, oldest]
    expect(foldAlerts(alerts)).toEqual([{ alerts, summary: '3 rechecks, 27.4 → 24.1' }])
    expect(foldAlerts([newer, newer, newer])[0]?.summary).toBe('3 rechecks, always 24.1')
  })

  test('of two, or of what accuses or failed, stands open', () => {
    const accusations = [1, 2, 3].map((minute) => toAlertEntry({ ...entry, timestamp: at(minute) }))
    const failures = accusations.map((alert): AlertEntry => ({ ...alert, severity: 'error' }))
    for (const alerts of [[newer, older], accusations, failures]) {
      expect(foldAlerts(alerts)).toEqual(
        alerts.map((alert) => ({ alerts: [alert], summary: null })),
      )
    }
  })

  test('ends at another alert, so that the order stays', () => {
    const flag = toAlertEntry(entry)
    expect(foldAlerts([newer, older, flag, oldest]).flatMap(({ alerts }) => alerts)).toEqual([
      newer,
      older,
      flag,
      oldest,
    ])
  })

  test('names levels as people do', () => {
    expect(newer.message).toContain('(High Risk)')
  })
})
