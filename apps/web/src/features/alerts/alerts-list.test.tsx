import type { AgentHistoryEntry } from '@app/api/schemas/agent.ts'
import { expect, test } from 'vitest'
import { draw } from '../../testing/draw.tsx'
import { toAlertEntry } from './alert-entry.ts'
import { AlertsList } from './alerts-list.tsx'

const entry: AgentHistoryEntry = {
  timestamp: '2026-03-01T12:00:00.000Z',
  address: '0x179b6b1cb6755e31',
  action: 'flag',
  success: true,
  reason: 'It is so.',
}

/** The links to what the owner can do, as a screen reader says them. */
const readLinks = (change: Partial<AgentHistoryEntry>) => {
  const html = draw(<AlertsList alerts={[toAlertEntry({ ...entry, ...change })]} />)
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
