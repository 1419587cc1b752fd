import type { AgentHistoryEntry } from '@app/api/schemas/agent.ts'
import { expect, test } from 'vitest'
import { draw } from '../../testing/draw.tsx'
import { toAlertEntry } from './alert-entry.ts'
import { AlertsList } from './alerts-list.tsx'

const entry: AgentHistoryEntry = {
  ...{ timestamp: '2026-03-01T12:00:00.000Z', address: '0x179b6b1cb6755e31', action: 'flag' },
  ...{ success: true, reason: 'It is so.' },
}

const APPEAL = 'Appeal against the flag of 0x179b6b1cb6755e31'
const OTHER = 'What its owner can do about the accusation of 0x179b6b1cb6755e31'

test.each<[changes: Partial<AgentHistoryEntry>[], links: string[]]>([
  [[{}], [APPEAL]],
  [[{ action: 'warn' }], [OTHER]],
  [[{ action: 'propose_freeze' }], [OTHER]],
  [[{ isReport: true }], []],
  [[{ action: 'recheck' }], []],
  // Lifted since, and not: the newest comes first.
  [[{ action: 'unflag' }, {}], []],
  [[{}, { action: 'unflag' }], [APPEAL]],
  [[{ action: 'unflag', success: false }, {}], [APPEAL]],
  [[{ action: 'unflag', address: '0xf3fcd2c1a78f5eee' }, {}], [APPEAL]],
])('of %j the owner is led to: %j', (changes, links) => {
  const alerts = changes.map((change) => toAlertEntry({ ...entry, ...change }))
  const html = draw(<AlertsList data={{ alerts, unverified: [] }} />)
  const found = [...html.matchAll(/<a [^>]*#status"[^>]*>(.*?)<\/a>/g)]
  expect(found.map(([, link = '']) => link.replace(/<[^>]*>/g, ''))).toEqual(links)
})

test('unverified reports are one line that opens, apart from the alerts, and nobody appeals against them', () => {
  const report = { ...entry, isReport: true, reason: `A visitor flagged ${entry.address}.` }
  const unverified = [report, { ...report, timestamp: '2026-03-01T12:01:00.000Z' }].map(
    toAlertEntry,
  )
  const html = draw(<AlertsList data={{ alerts: [toAlertEntry(entry)], unverified }} />)
  const [own, folded] = html.split('2 unverified reports')
  expect(own).toContain('It is so.')
  expect(own).not.toContain('A visitor')
  expect(folded).toContain('A visitor')
  expect(folded).not.toContain('Appeal')
  expect(draw(<AlertsList data={{ alerts: [], unverified }} />)).toContain('No alerts yet')
})

test('an address is a link, except on the page that is about it', () => {
  const other = { ...entry, address: '0xf3fcd2c1a78f5eee' }
  const data = { alerts: [entry, other].map(toAlertEntry), unverified: [] }
  const listLinked = (html: string) =>
    [...html.matchAll(/href="\/wallet\/(0x[0-9a-f]{16})"/g)].map(([, address]) => address)
  expect(listLinked(draw(<AlertsList data={data} />))).toEqual([entry.address, other.address])
  const own = draw(<AlertsList data={data} about={entry.address} />)
  expect(listLinked(own)).toEqual([other.address])
})
