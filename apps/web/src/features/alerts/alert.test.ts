import type { AgentHistoryEntry } from '@app/api/schemas/agent.ts'
import { describe, expect, test } from 'vitest'
import { type Alert, mergeAlert, toAlert } from './alert.ts'

const entry: AgentHistoryEntry = {
  timestamp: '2026-03-01T12:00:00.000Z',
  address: '0x179b6b1cb6755e31',
  action: 'propose_freeze',
  success: true,
  reason: 'Two independent kinds of evidence',
  txId: 'ab'.repeat(32),
}

test('an entry of the history becomes an alert with all of its values', () => {
  expect(toAlert(entry)).toEqual({
    id: '2026-03-01T12:00:00.000Z-0x179b6b1cb6755e31',
    timestamp: entry.timestamp,
    type: 'warning',
    title: 'propose freeze',
    message: entry.reason,
    address: entry.address,
    txId: entry.txId,
    isAccusation: true,
  })
})

test.each([
  ['flag', 'warning'],
  ['propose_freeze', 'warning'],
  ['warn', 'warning'],
  ['publish', 'success'],
  ['recheck', 'success'],
  ['unflag', 'success'],
  ['schedule_recheck', 'success'],
])('%s has the type %s', (action, type) => {
  expect(toAlert({ ...entry, action }).type).toBe(type)
})

test.each(['publish', 'recheck', 'unflag', 'schedule_recheck'])(
  '%s has the type info where it changed nothing',
  (action) => {
    expect(toAlert({ ...entry, action, isUnchanged: true }).type).toBe('info')
    expect(toAlert({ ...entry, action, isUnchanged: false }).type).toBe('success')
  },
)

test('an accusation is a warning even where it changed nothing', () => {
  expect(toAlert({ ...entry, isUnchanged: true }).type).toBe('warning')
})

test('every failed action is an error, and accuses nobody', () => {
  for (const action of ['flag', 'recheck']) {
    const alert = toAlert({ ...entry, action, success: false, isUnchanged: true })
    expect(alert).toMatchObject({ type: 'error', isAccusation: false })
  }
})

describe('a new alert', () => {
  const buildAlert = (minute: number): Alert =>
    toAlert({ ...entry, timestamp: new Date(Date.UTC(2026, 2, 1, 12, minute)).toISOString() })
  const [first, second, third] = [buildAlert(1), buildAlert(2), buildAlert(3)]

  test('becomes the first of the list, and the oldest one leaves', () => {
    expect(mergeAlert([second, first], third, 2)).toEqual([third, second])
  })

  test('that the list already has stays once', () => {
    expect(mergeAlert([second, first], { ...second }, 5)).toEqual([second, first])
  })
})
