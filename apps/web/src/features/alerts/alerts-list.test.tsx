import type { AgentHistoryEntry } from '@app/api/schemas/agent.ts'
import { expect, test } from 'vitest'
import { draw } from '../../testing/draw.tsx'
import { summarizeReports, toAlertEntry } from './alert-entry.ts'
import { AlertsList } from './alerts-list.tsx'

const entry: AgentHistoryEntry = {
  timestamp: '2026-03-01T12:00:00.000Z',
  address: '0x179b6b1cb6755e31',
  action: 'flag',
  success: true,
  reason: 'It is so.',
}

/** The links to what the owner can do, as a screen reader says them. */
const readLinks = (...changes: Partial<AgentHistoryEntry>[]) => {
  const alerts = changes.map((change) => toAlertEntry({ ...entry, ...change }))
  const html = draw(<AlertsList data={{ alerts, unverified: [] }} />)
  return [...html.matchAll(/<a [^>]*#status"[^>]*>(.*?)<\/a>/g)].map(([, link = '']) =>
    link.replace(/<[^>]*>/g, ''),
  )
}

test('a flag can be appealed; of a warning and of a proposal the page says what the owner can do', () => {
  expect(readLinks({})).toEqual(['Appeal against the flag of 0x179b6b1cb6755e31'])
  const other = ['What its owner can do about the accusation of 0x179b6b1cb6755e31']
  expect(readLinks({ action: 'warn' })).toEqual(other)
  expect(readLinks({ action: 'propose_freeze' })).toEqual(other)
  expect(readLinks({ isReport: true })).toEqual([])
  expect(readLinks({ action: 'recheck' })).toEqual([])
})

test('no appeal is offered against a flag that was lifted since', () => {
  const other = { address: '0xf3fcd2c1a78f5eee' }
  expect(readLinks({}, { action: 'unflag' })).toHaveLength(1)
  expect(readLinks({ action: 'unflag' }, {})).toEqual([])
  expect(readLinks({ action: 'unflag' }, other)).toHaveLength(1)
  expect(readLinks({ action: 'unflag', success: false }, {})).toHaveLength(1)
})

test('unverified reports are one line that opens, apart from the alerts, and nobody appeals against them', () => {
  const report = { ...entry, isReport: true, reason: `A visitor flagged ${entry.address}.` }
  const reports = [1, 2, 3, 4, 5, 6].map((minute) => ({
    ...report,
    timestamp: `2026-03-01T12:0${minute}:00.000Z`,
  }))
  const withdrawn = { ...report, action: 'withdraw_flag' }
  const unverified = [withdrawn, ...reports].map(toAlertEntry)
  const html = draw(<AlertsList data={{ alerts: [toAlertEntry(entry)], unverified }} />)
  const [own, folded] = html.split('<details')
  expect(own).toContain('It is so.')
  expect(own).not.toContain('A visitor')
  expect(folded).toContain('6 unverified reports')
  expect(folded).not.toContain('Appeal')
  expect(draw(<AlertsList data={{ alerts: [], unverified }} />)).toContain('No alerts yet')
  const many = Array.from({ length: 100 }, () => toAlertEntry(report))
  expect(summarizeReports(many)).toBe('100+ unverified reports')
  expect(summarizeReports(unverified.slice(-1))).toBe('1 unverified report')
})
