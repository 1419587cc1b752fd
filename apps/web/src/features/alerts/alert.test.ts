import type { AgentHistoryEntry } from '@app/api/schemas/agent.ts'
import { expect, test } from 'vitest'
import { toAlerts } from './alert.ts'

const entry: AgentHistoryEntry = {
  timestamp: '2026-03-01T12:00:00.000Z',
  address: '0x179b6b1cb6755e31',
  action: 'propose_freeze',
  success: true,
  reason: 'Two independent kinds of evidence',
  txId: 'ab'.repeat(32),
}

test('an entry of the history becomes an alert with all of its values', () => {
  expect(toAlerts([entry])).toEqual([
    {
      id: '2026-03-01T12:00:00.000Z-0x179b6b1cb6755e31',
      timestamp: entry.timestamp,
      type: 'warning',
      title: 'propose freeze',
      message: entry.reason,
      address: entry.address,
      txId: entry.txId,
    },
  ])
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
  expect(toAlerts([{ ...entry, action }])[0]?.type).toBe(type)
})

test('every failed action is an error', () => {
  expect(toAlerts([{ ...entry, success: false }])[0]?.type).toBe('error')
})
