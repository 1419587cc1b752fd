import type { Proposal } from '@app/api/schemas/proposal.ts'
import { MAX_VOTES_PER_MESSAGE } from '@app/values/limits.ts'
import { expect, test } from 'vitest'
import { groupByTopic } from './proposals.tsx'

const build = (id: number, change: Partial<Proposal> = {}): Proposal =>
  ({
    id,
    status: 'active',
    action: 'unfreeze',
    targetAddress: '0x179b6b1cb6755e31',
    freezeNumber: 3,
    ...change,
  }) as Proposal

const group = (shown: Proposal[], all = shown) =>
  groupByTopic(shown, all).map(({ proposals, ballots }) => ({
    shown: proposals.map(({ id }) => id),
    ballots: ballots?.map(({ id }) => id) ?? null,
  }))

test('open votes on the same action, address and freeze stand together at the place of the newest', () => {
  const proposals = [
    build(9, { status: 'pending' }),
    build(8, { freezeNumber: 4 }),
    build(7),
    build(6, { action: 'recover' }),
    build(5, { targetAddress: '0xf3fcd2c1a78f5eee' }),
  ]
  expect(group(proposals)).toEqual([
    { shown: [9, 7], ballots: [9, 7] },
    { shown: [8], ballots: null },
    { shown: [6], ballots: null },
    { shown: [5], ballots: null },
  ])
})

test('a vote that is over stands by itself', () => {
  const proposals = [build(9), build(7, { status: 'rejected' }), build(6, { status: 'rejected' })]
  expect(group(proposals)).toEqual([
    { shown: [9], ballots: null },
    { shown: [7], ballots: null },
    { shown: [6], ballots: null },
  ])
})

test('a vote that the filter hides is offered with the others', () => {
  const all = [build(9, { status: 'pending' }), build(7)]
  expect(group(all.slice(1), all)).toEqual([{ shown: [7], ballots: [9, 7] }])
})

test('no more votes are offered than one message can carry', () => {
  const many = Array.from({ length: 25 }, (_, index) => build(25 - index))
  expect(groupByTopic(many, many)[0]?.ballots).toHaveLength(MAX_VOTES_PER_MESSAGE)
})
