import type { Proposal } from '@app/api/schemas/proposal.ts'
import { expect, test } from 'vitest'
import { listNotes } from './proposal-card.tsx'

const list = (change: Partial<Proposal>) =>
  listNotes({
    isAppeal: false,
    status: 'expired',
    votingOutcome: 'approved',
    ...change,
  } as Proposal)

const APPEAL = 'The target opened it, as an appeal.'
const LIFTED = 'Its approval lifted the flag when the voting ended.'
const LATE = 'The voters approved it, but it was not executed and no longer can be.'

test('an approved proposal that nobody executed in time says so', () => {
  expect(list({})).toEqual([LATE])
  expect(list({ isAppeal: true, freezeNumber: 3 })).toEqual([APPEAL, LATE])
  expect(list({ status: 'executed' })).toEqual([])
})

test.each(['approved', 'expired'] as const)(
  'an upheld appeal against a flag lifted it at once, also while its status is %s',
  (status) => {
    expect(list({ isAppeal: true, flagNumber: 4, status })).toEqual([APPEAL, LIFTED])
  },
)

test('an appeal against a flag that is open or denied lifted nothing', () => {
  expect(list({ isAppeal: true, flagNumber: 4, votingOutcome: 'open', status: 'active' })).toEqual([
    APPEAL,
  ])
  const denied = { votingOutcome: 'rejected', status: 'rejected' } as const
  expect(list({ isAppeal: true, flagNumber: 4, ...denied })).toEqual([APPEAL])
})

test('what keeps a proposal from its effect is said', () => {
  const obstacle = '0x07 must be frozen for 72 hours first'
  expect(list({ status: 'approved', obstacle })).toEqual([obstacle])
  expect(list({ voidReason: 'Flag 4 was lifted.' })).toEqual([
    'It can no longer take effect: Flag 4 was lifted.',
  ])
})
