import { expect, test } from 'vitest'
import { buildEntries, START_MS } from '../../../testing/build-entries.ts'
import { findFreezeEnd } from './find-freeze-end.ts'
import { listClocks } from './list-clocks.ts'

const HOUR_MS = 3_600_000
const SECONDS = START_MS / 1000
const NOW_MS = START_MS + HOUR_MS

const proposal = {
  kind: 'proposal',
  details: { proposalId: 9, action: 'freeze', votingEndsAt: SECONDS + 20 * 3600 },
} as const
const appeal = {
  kind: 'appeal',
  details: { appealId: 2, against: 'flag', deadline: SECONDS + 86_400 },
} as const
const frozenUntil = new Date(START_MS + 2 * HOUR_MS).toISOString()

const list = (contents: Parameters<typeof buildEntries>[0], until: string | null = null) =>
  listClocks({ entries: buildEntries(contents), frozenUntil: until }, NOW_MS)

test('the clocks of a vote, an appeal and a freeze are listed, the next one first', () => {
  expect(list([appeal, proposal], frozenUntil)).toMatchObject([
    { text: 'The freeze ends', atMs: START_MS + 2 * HOUR_MS },
    { text: 'Voting on proposal #9 ends', atMs: START_MS + 20 * HOUR_MS },
    { text: 'Voting on appeal #2 ends', atMs: START_MS + 24 * HOUR_MS },
  ])
})

test('an appeal and the proposal that decides it have one clock', () => {
  const details = { proposalId: 2, isAppeal: true, votingEndsAt: SECONDS + 86_400 }
  const ballot = { kind: 'proposal', details } as const
  expect(list([ballot, appeal]).map(({ text }) => text)).toEqual(['Voting on appeal #2 ends'])
})

test('what has ended, or is over by time, has no clock', () => {
  const votingEnd = { kind: 'voting_end', details: { proposalId: 9 } } as const
  const outcome = { kind: 'appeal_outcome', details: { appealId: 2 } } as const
  expect(list([appeal, proposal, votingEnd, outcome])).toEqual([])
  expect(list([], new Date(NOW_MS).toISOString())).toEqual([])
})

test('a freeze belongs to the case that records it', () => {
  const freeze = {
    number: 1,
    overruledAt: null,
    since: frozenUntil,
    renewedAt: frozenUntil,
    until: frozenUntil,
    proposalId: 4,
    isProtection: false,
  }
  const entries = buildEntries([{ kind: 'freeze', details: { number: 1 } }])
  expect(findFreezeEnd(entries, freeze)).toBe(frozenUntil)
  expect(findFreezeEnd(entries, { ...freeze, number: 2 })).toBeNull()
  expect(findFreezeEnd(entries, null)).toBeNull()
})
