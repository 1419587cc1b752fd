import { SAMPLE_STATEMENT } from '@app/api/testing/sample-statement.ts'
import { expect, test } from 'vitest'
import { buildEntries } from '../../testing/build-entries.ts'
import { describeOpener, describeSubject, listBadges } from './describe-case.ts'

const ADDRESS = '0x179b6b1cb6755e31'

test('a case is opened by the agent, or by the person who proposed', () => {
  const warned = buildEntries([
    { kind: 'inputs', details: {}, by: null },
    { kind: 'warning', details: {} },
  ])
  expect(describeOpener({ isAutomated: true, kind: 'accusation', entries: warned })).toEqual({
    term: 'Who accuses',
    text: `The agent, account ${ADDRESS}`,
  })
  const proposed = buildEntries([{ kind: 'proposal', details: {} }])
  expect(describeOpener({ isAutomated: false, kind: 'freeze', entries: proposed })).toEqual({
    term: 'Who proposed it',
    text: `A person, account ${ADDRESS}`,
  })
  const unknown = describeOpener({ isAutomated: false, kind: 'accusation', entries: [] })
  expect(unknown.text).toBe('A person')
})

test('an open case is red only where it accuses, and its outcome stands beside its state', () => {
  expect(listBadges({ isOpen: true, kind: 'accusation', outcome: 'open' })).toEqual([
    { tone: 'bad', text: 'Open' },
  ])
  expect(listBadges({ isOpen: true, kind: 'freeze', outcome: 'open' })).toEqual([
    { tone: 'info', text: 'Open' },
  ])
  const closed = listBadges({ isOpen: false, kind: 'accusation', outcome: 'upheld' })
  expect(closed.map(({ tone }) => tone)).toEqual(['neutral', 'good'])
})

test.each([
  ['cleared', 'good', 'Cleared: nothing of this case stands any more'],
  ['undecided', 'neutral', 'Appeal undecided: too few votes'],
  ['lapsed', 'neutral', 'The freeze has ended'],
] as const)('a case that is %s claims no more than its outcome says', (outcome, tone, text) => {
  const badges = listBadges({ isOpen: true, kind: 'accusation', outcome })
  expect(badges.at(-1)).toEqual({ tone, text })
})

test('a case is titled by what it is about', () => {
  expect(describeSubject({ kind: 'accusation', reasonCode: 'keys' })).toBe(
    'Accusation because of a change of its keys or contracts (reason code: keys)',
  )
  const shown = { factor: 'knownScamInteract', points: -14, text: '', headline: '' } as const
  const paid = { ...shown, code: 'payment_hop_0', evidence: [] }
  const statement = { ...SAMPLE_STATEMENT, reasons: [paid] }
  expect(describeSubject({ kind: 'accusation', reasonCode: 'contact', statement })).toBe(
    'Accusation because of money to a listed account (reason code: contact)',
  )
  // As in a list of cases, whose entries have no statement.
  expect(describeSubject({ kind: 'accusation', reasonCode: 'contact' })).toBe(
    'Accusation because of money from or to a listed account (reason code: contact)',
  )
  expect(describeSubject({ kind: 'freeze', reasonCode: null })).toBe('Freeze by vote')
})
