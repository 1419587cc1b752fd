import type { ProposalAction } from '@app/values/governance.ts'
import { expect, test } from 'vitest'
import { buildEntries, START_MS } from '../../testing/build-entries.ts'
import { listClocks } from './case-clocks.tsx'

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

const freeze = {
  number: 1,
  overruledAt: null,
  since: frozenUntil,
  renewedAt: frozenUntil,
  until: frozenUntil,
  proposalId: 4,
  isProtection: false,
}
const frozen = { kind: 'freeze', details: { number: 1 } } as const

const list = (
  contents: Parameters<typeof buildEntries>[0],
  standing: Parameters<typeof listClocks>[0]['freeze'] = null,
) => listClocks({ entries: buildEntries(contents), freeze: standing }, NOW_MS)

test('the clocks of a vote, an appeal and a freeze are listed, the next one first', () => {
  expect(list([appeal, proposal, frozen], freeze)).toMatchObject([
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
  expect(list([frozen], { ...freeze, until: new Date(NOW_MS).toISOString() })).toEqual([])
})

test('a freeze has a clock in the case that records it', () => {
  expect(list([frozen], freeze).map(({ text }) => text)).toEqual(['The freeze ends'])
  expect(list([frozen], { ...freeze, number: 2 })).toEqual([])
  expect(list([frozen])).toEqual([])
})

test('a freeze that a vote decided to end is not said to be renewed', () => {
  const getEffect = (overruledAt: string | null) =>
    list([frozen], { ...freeze, overruledAt })[0]?.effect
  expect(getEffect(null)).toContain('unless a vote renews it')
  expect(getEffect(frozenUntil)).toContain('A vote decided to end it')
  expect(getEffect(frozenUntil)).not.toContain('renew')
})

test('a recovery is approved by 3 votes For, everything else by 3 votes', () => {
  const getEffect = (action: ProposalAction) =>
    list([{ ...proposal, details: { ...proposal.details, action } }])[0]?.effect
  expect(getEffect('freeze')).toBe(
    'With at least 3 votes and more For than Against it is approved.',
  )
  expect(getEffect('recover')).toBe(
    'With at least 3 votes For and more For than Against it is approved.',
  )
})
