import type { Protection } from '@app/api/schemas/protection.ts'
import { buildNothingHeld } from '@app/api/testing/nothing-held.ts'
import { SAMPLE_STATEMENT } from '@app/api/testing/sample-statement.ts'
import { expect, test } from 'vitest'
import {
  describeProtection,
  isAccused,
  isDisputable,
  summarizeProtection,
} from './describe-protection.ts'

const NOTHING_HELD = buildNothingHeld()
const NOW_MS = Date.UTC(2026, 2, 10, 12)
const HOUR_MS = 3_600_000
const formatTime = (hours: number) => new Date(NOW_MS + hours * HOUR_MS).toISOString()

const freeze: NonNullable<Protection['freeze']> = {
  ...{ number: 2, overruledAt: null, proposalId: 3, isProtection: false },
  ...{ since: formatTime(-24), renewedAt: formatTime(-24), until: formatTime(48) },
}
const protecting = { ...freeze, isProtection: true }
const accusation: NonNullable<Protection['accusation']> = {
  ...{ caseId: 'case-1', reasonCode: 'behaviour', since: formatTime(0) },
  statement: SAMPLE_STATEMENT,
}
const flagger = NOTHING_HELD.address
const flag = { number: 1, caseId: 'case-1', reasonCode: 'listed', flagger, since: formatTime(0) }
const label: Protection['labels'][number] = {
  ...{ source: 'Example scam list', kind: 'scam', reason: 'Phishing in March' },
  ...{ since: formatTime(-240), confidence: 0.8, contact: 'issues of example/list' },
}
const appeal: Protection['appeals'][number] = {
  against: 'freeze',
  outcome: 'open',
  ...{ id: 8, number: 2 },
  ...{ openedAt: formatTime(-1), deadline: formatTime(23) },
}

const describe = (change: Partial<Protection>, flags: string[] = []) =>
  describeProtection({ ...NOTHING_HELD, ...change }, NOW_MS, flags)

/** An accusation for contact, with the code of its stated reason. */
const accuseOfContact = (code: string): typeof accusation => {
  const shown = { factor: 'knownScamInteract', points: -14, text: '', headline: '' } as const
  const reasons = [{ ...shown, code, evidence: [] }]
  const statement = { ...SAMPLE_STATEMENT, reasons, evidenceKinds: ['contact' as const] }
  return { ...accusation, reasonCode: 'contact', statement }
}
const flagContact = (code: string, reasonCode = 'contact'): Partial<Protection> => ({
  accusation: accuseOfContact(code),
  flag: { ...flag, reasonCode },
})

test.each<[string, Partial<Protection>, [tone: string, text: RegExp][]]>([
  ['nothing', {}, []],
  ['a flag', { flag }, [['bad', /^Flagged since .*2026.*, because of a scam list$/]]],
  [
    'a warning',
    { accusation },
    [['bad', /^Warned about since .*2026.*, because of how it moves money$/]],
  ],
  ['a flag that followed a warning', { accusation, flag }, [['bad', /^Flagged since /]]],
  [
    'a flag of another case beside a warning',
    { accusation, flag: { ...flag, caseId: 'case-2' } },
    [
      ['bad', /^Flagged since /],
      ['bad', /^Warned about since /],
    ],
  ],
  [
    'contact without its reasons',
    { flag: { ...flag, reasonCode: 'contact' } },
    [['bad', /money from or to a listed account$/]],
  ],
  [
    'money from a listed account',
    flagContact('funding_hop_0'),
    [['bad', /of money from a listed account$/]],
  ],
  [
    'money to a listed account',
    flagContact('payment_hop_0'),
    [['bad', /of money to a listed account$/]],
  ],
  [
    // A flag from before contact had a code of its own: the wallet is on no list.
    'an old flag for contact',
    flagContact('funding_hop_1', 'listed'),
    [['bad', /of money from a listed account$/]],
  ],
  ['a freeze', { freeze }, [['bad', /^Frozen by vote until .*2026/]]],
  ['a freeze that has lapsed', { freeze: { ...freeze, until: formatTime(0) } }, []],
  ['a protection', { freeze: protecting }, [['info', /^Protected by vote until /]]],
  ['a list', { labels: [label] }, [['bad', /^On the scam list “Example scam list” since .*2026/]]],
  [
    'a recovery that is open for votes',
    { recovery: { proposalId: 4, status: 'active', executableFrom: null } },
    [['info', /^A recovery of its guarded vault is open for votes$/]],
  ],
  [
    'a recovery that is approved',
    { recovery: { proposalId: 4, status: 'approved', executableFrom: formatTime(0) } },
    [['info', /^A recovery of its guarded vault is approved$/]],
  ],
  [
    'a recovery that was executed',
    { recovery: { proposalId: 4, status: 'executed', executableFrom: null } },
    [],
  ],
  [
    'appeals, of which one is open',
    { appeals: [appeal, { ...appeal, id: 5, outcome: 'void' }] },
    [['neutral', /^An appeal against the freeze is open$/]],
  ],
])('%s has these lines', (_, change, lines) => {
  expect(describe(change).map(({ tone, text }) => [tone, text])).toEqual(
    lines.map(([tone, text]) => [tone, expect.stringMatching(text)]),
  )
})

test('who says so is told: the agent of its own case, else the flagger, the voters or the keeper of a list', () => {
  const readDetails = (change: Partial<Protection>) =>
    describe(change).map(({ details }) => details)
  expect(readDetails({ accusation })).toEqual([['Who says so: the agent.']])
  expect(readDetails({ accusation, flag })).toEqual([
    [`Who says so: the agent, with the account ${flagger}.`],
  ])
  const [stranger] = describe({ accusation, flag: { ...flag, caseId: 'case-2' } })
  expect(stranger?.details).toEqual([`Who says so: a flagger, with the account ${flagger}.`])
  expect(stranger?.accusation).toBeUndefined()
  expect(readDetails({ labels: [label, { ...label, reason: null, contact: null }] })).toEqual([
    [
      'Who says so: the keeper of the list, with a confidence of 80%.',
      'On what: Phishing in March',
      'To dispute the entry, write to its keeper: issues of example/list',
    ],
    [
      'Who says so: the keeper of the list, with a confidence of 80%.',
      'The keeper of the list gives no address to write to.',
    ],
  ])
})

test('a freeze says its end, what it cannot do, and that a vote decided to end it', () => {
  const [line] = describe({ freeze: { ...freeze, overruledAt: formatTime(-2) } })
  expect(line).toMatchObject({ proposalId: 3, countdown: { atMs: NOW_MS + 48 * HOUR_MS } })
  expect(line?.details?.at(-1)).toMatch(/^A vote decided on .*2026.* to end this freeze/)
  for (const one of [line, ...describe({ freeze: protecting })]) {
    expect(one?.effect).toMatch(/^A Flow contract cannot freeze what is in somebody’s account: /)
  }
})

test('a protection by vote says what was held when it was proposed where something is held now', () => {
  const readGround = (change: Partial<Protection>) =>
    describe({ freeze: protecting, ...change }).find(({ tone }) => tone === 'info')?.details?.[0]
  const who = ': the community, by its vote on proposal #3, protects its guarded vault.'
  expect(readGround({})).toBe(`Nothing is held against this wallet${who}`)
  for (const change of [{ accusation }, { labels: [label] }]) {
    expect(readGround(change)).toBe(`Nothing was held against it when this was proposed${who}`)
  }
})

test('what waits has its clock', () => {
  const recovery = { proposalId: 4, status: 'approved', executableFrom: formatTime(5) }
  const clocks = describe({ recovery, appeals: [appeal] }).map(({ countdown, proposalId }) => [
    countdown,
    proposalId,
  ])
  expect(clocks).toEqual([
    [{ text: 'can be executed', atMs: NOW_MS + 5 * HOUR_MS }, 4],
    [{ text: 'ends', atMs: NOW_MS + 23 * HOUR_MS }, 8],
  ])
})

test('a wallet that was robbed is a victim, in blue', () => {
  const flags = ['Insufficient data', 'Robbed by an account on the scam list']
  expect(describe({}, flags)).toMatchObject([
    { tone: 'info', text: 'A victim: money was stolen from this wallet' },
  ])
  expect(describe({}, ['Insufficient data'])).toEqual([])
})

test.each<[Partial<Protection>, boolean]>([
  [{}, false],
  [{ flag }, true],
  [{ accusation }, true],
  [{ labels: [label] }, true],
  [{ freeze }, true],
  [{ freeze: protecting }, false],
  [{ freeze: { ...freeze, until: formatTime(-1) } }, false],
])('a wallet with %j is accused: %s', (change, expected) => {
  expect(isAccused({ ...NOTHING_HELD, ...change }, NOW_MS)).toBe(expected)
})

test.each<[Partial<Protection>, boolean]>([
  [{}, false],
  [{ remedies: [{ kind: 'appeal_freeze', text: '', until: null }] }, true],
  [{ appeals: [appeal] }, true],
  [{ appeals: [{ ...appeal, outcome: 'denied' }] }, false],
])('a protection with %j can be disputed: %s', (change, expected) => {
  expect(isDisputable({ ...NOTHING_HELD, freeze: protecting, ...change }, NOW_MS)).toBe(expected)
})

test.each<[string, Partial<Protection>, string[]]>([
  ['', {}, []],
  ['Warned about by the agent', { accusation }, []],
  [
    'Flagged · frozen by vote, 2 d left · on 2 scam lists · appeal open, 23 h left',
    { accusation, flag, freeze, labels: [label, label], appeals: [appeal] },
    [],
  ],
  [
    'Protected by vote, 2 d left · robbed by a listed account · recovery open for votes',
    {
      freeze: protecting,
      recovery: { proposalId: 4, status: 'active', executableFrom: null },
      appeals: [{ ...appeal, outcome: 'denied' }],
    },
    ['Robbed by an account on the scam list'],
  ],
  ['', { freeze: { ...freeze, until: formatTime(-1) } }, []],
])('all of it is summed up as %j', (summary, change, flags) => {
  expect(summarizeProtection({ ...NOTHING_HELD, ...change }, NOW_MS, flags)).toBe(summary)
})
