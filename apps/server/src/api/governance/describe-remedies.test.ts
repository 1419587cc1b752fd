import type { Protection } from '@app/api/schemas/protection.ts'
import { SAMPLE_STATEMENT } from '@app/api/testing/sample-statement.ts'
import { EMPTY_RECORD, getProtectionState } from '@app/rules/protection-state.ts'
import { toAddress } from '@app/values/address.ts'
import { expect, test } from 'vitest'
import { describeClearing, describeRemedies } from './describe-remedies.ts'

const NOW = 1_000_000
const ADDRESS = toAddress('0x179b6b1cb6755e31')
const STATE = getProtectionState(EMPTY_RECORD, NOW)

const label = {
  id: 1,
  address: ADDRESS,
  kind: 'scam',
  source: 'a list',
  confidence: 1,
  reason: '',
  contact: null,
  addedAt: new Date(0),
  removed: null,
} as const

const accuse = (reasonCode: string): Protection['accusation'] => ({
  caseId: 'case',
  reasonCode,
  since: new Date(0).toISOString(),
  statement: SAMPLE_STATEMENT,
})

const RECHECK =
  'The warning is withdrawn when the score has stayed at 35 or more for an hour; the agent checks every change.'

const DELISTING =
  'The warning is withdrawn when the listed account behind it is taken off the list.'

test.each([
  ['nothing', null, [], []],
  [
    'an entry without an accusation',
    null,
    [label],
    ["The entry in 'a list' stands until its keeper removes it."],
  ],
  [
    'a listed wallet',
    'listed',
    [label],
    ["The warning is withdrawn when the entry in 'a list' is removed."],
  ],
  ['contact with a listed wallet', 'contact', [], [DELISTING, RECHECK]],
  [
    'contact of a wallet that is listed by now',
    'contact',
    [label],
    ["First the entry in 'a list' has to be removed.", DELISTING, RECHECK],
  ],
  [
    'an entry in two lists',
    'listed',
    [label, { ...label, source: 'another' }],
    ["The warning is withdrawn when the entries in 'a list' and 'another' are removed."],
  ],
  [
    'what the community reported or decided',
    'community',
    [],
    ['The warning is withdrawn when the reports or decisions behind it count no more.', RECHECK],
  ],
  ['behaviour', 'behaviour', [], [RECHECK]],
  [
    'behaviour of a listed wallet',
    'behaviour',
    [label],
    ["First the entry in 'a list' has to be removed.", RECHECK],
  ],
] as const)('what ends an accusation by %s is named', (...[, reasonCode, labels, ends]) => {
  const accusation = reasonCode === null ? null : accuse(reasonCode)
  expect(describeClearing({ state: STATE, accusation, clearsAt: 35, labels })).toEqual(ends)
})

test.each([
  [
    'listed',
    "Ask whoever keeps 'a list' to remove the entry; here, an upheld appeal removes it too.",
  ],
  ['contact', "Ask whoever keeps 'a list' to remove the entry."],
])(
  'an upheld appeal is said to remove an entry only from an accusation that rests on it: %s',
  (...[reasonCode, text]) => {
    const remedies = describeRemedies({
      state: STATE,
      accusation: accuse(reasonCode),
      labels: [label],
    })
    expect(remedies.find(({ kind }) => kind === 'label_keeper')?.text).toBe(text)
  },
)

test('an appeal against a freeze is said to end it only by execution or by time', () => {
  const freeze = {
    ...{ number: 3, proposalId: 1, since: NOW, renewedAt: NOW, flagCaseId: null },
    ...{ endedAt: null, overruledAt: null, lastOverruledAt: null },
  }
  const state = getProtectionState({ ...EMPTY_RECORD, freezes: [freeze] }, NOW)
  const [appeal] = describeRemedies({ state, accusation: null, labels: [] })
  expect(appeal).toMatchObject({
    kind: 'appeal_freeze',
    text: expect.stringContaining('ends when the DAO executes that, or by time'),
  })
})

const HOUR = 3_600

const flagState = (change: { caseId?: string; flaggedAt?: number; deadline?: number }) => {
  const { caseId = 'case', flaggedAt = NOW - 25 * HOUR, deadline } = change
  const flag = { number: 4, caseId, reasonCode: 'behaviour', flagger: ADDRESS, flaggedAt }
  const ballot = { id: 7, createdAt: NOW, votingEndsAt: deadline ?? 0, executableUntil: 0 }
  const vote = {
    action: 'unfreeze',
    target: ADDRESS,
    flagNumber: 4,
    freezeNumber: null,
    isAppeal: false,
    ballot: { ...ballot, votesFor: 0, votesAgainst: 0, minVotesFor: 0 },
    storedStatus: 'pending',
    storedOutcome: null,
    executedAt: null,
  } as const
  const flags = [{ ...flag, liftedAt: null }]
  const proposals = deadline === undefined ? [] : [vote]
  return getProtectionState({ ...EMPTY_RECORD, flags, proposals }, NOW)
}

const clear = (state: typeof STATE, accusation = accuse('behaviour')) =>
  describeClearing({ state, accusation, clearsAt: 35, labels: [] })

const FLAG_RECHECK = RECHECK.replace('The warning is withdrawn', 'The flag is lifted')
const OTHER_FLAG = `The flag is lifted by an appeal, by a vote, or by its flagger ${ADDRESS}; the agent lifts only its own flags.`

test('a flag of the agent is lifted by a recheck, 24 hours after it was set at the earliest', () => {
  expect(clear(flagState({}))).toEqual([FLAG_RECHECK])
  expect(clear(flagState({ flaggedAt: NOW }))).toEqual([
    FLAG_RECHECK,
    'The agent lifts it on 13 Jan 1970, 13:46 UTC at the earliest: 24 hours after it was set, and not while a vote or an appeal names it.',
  ])
})

test('while a vote names a flag of the agent, no recheck lifts it', () => {
  const [, delay] = clear(flagState({ deadline: NOW + 2 * HOUR }))
  expect(delay).toMatch(/^The agent lifts it on 12 Jan 1970, 15:46 UTC at the earliest: /)
})

test('no recheck lifts a flag of another flagger (rule 24)', () => {
  expect(clear(flagState({ caseId: 'other' }), null)).toEqual([OTHER_FLAG])
  expect(clear(flagState({ caseId: 'other' }))).toEqual([OTHER_FLAG, RECHECK])
})
