import { SAMPLE_REASON, SAMPLE_STATEMENT } from '@app/api/testing/sample-statement.ts'
import { expect, test } from 'vitest'
import { buildEntries } from '../../testing/build-entries.ts'
import { describeOpener, describeSubject, listBadges } from './describe-case.ts'

test('a case is opened by the agent, or by the person who proposed', () => {
  const warned = buildEntries([{ kind: 'inputs', by: null }, { kind: 'warning' }])
  expect(describeOpener({ isAutomated: true, kind: 'accusation', entries: warned })).toEqual({
    term: 'Who accuses',
    text: 'The agent, account 0x179b6b1cb6755e31',
  })
  const entries = buildEntries([{ kind: 'proposal' }])
  expect(describeOpener({ isAutomated: false, kind: 'freeze', entries })).toEqual({
    term: 'Who proposed it',
    text: 'A person, account 0x179b6b1cb6755e31',
  })
  const unknown = describeOpener({ isAutomated: false, kind: 'accusation', entries: [] })
  expect(unknown.text).toBe('A person')
})

test.each([
  [true, 'accusation', 'open', ['bad Open']],
  [true, 'freeze', 'open', ['info Open']],
  [false, 'accusation', 'upheld', ['neutral Closed', 'good Appeal upheld: the owner was right']],
  [true, 'accusation', 'undecided', ['bad Open', 'neutral Appeal undecided: too few votes']],
  [false, 'freeze', 'lapsed', ['neutral Closed', 'neutral The freeze has ended']],
  [
    false,
    'accusation',
    'cleared',
    ['neutral Closed', 'good Cleared: nothing of this case stands any more'],
  ],
] as const)(
  'a case, open: %s, of a %s that is %s, claims no more',
  (isOpen, kind, outcome, badges) => {
    const shown = listBadges({ isOpen, kind, outcome })
    expect(shown.map(({ tone, text }) => `${tone} ${text}`)).toEqual(badges)
  },
)

test('a case is titled by what it is about', () => {
  const reasons = [{ ...SAMPLE_REASON, code: 'payment_hop_0' }]
  const statement = { ...SAMPLE_STATEMENT, reasons }
  expect(describeSubject({ kind: 'accusation', reasonCode: 'contact', statement })).toBe(
    'Accusation because of money to a listed account',
  )
  // As in a list of cases, whose entries have no statement.
  expect(describeSubject({ kind: 'accusation', reasonCode: 'contact' })).toBe(
    'Accusation because of money from or to a listed account',
  )
  expect(describeSubject({ kind: 'freeze', reasonCode: null })).toBe('Freeze by vote')
})
