import type { Proposal } from '@app/api/schemas/proposal.ts'
import { MAX_VOTES_PER_MESSAGE } from '@app/values/limits.ts'
import { expect, test } from 'vitest'
import { buildProposal } from '../../testing/build-proposal.ts'
import { groupByTopic } from './proposals.tsx'

const build = (id: number, change: Partial<Proposal> = {}): Proposal =>
  buildProposal({ id, action: 'unfreeze', freezeNumber: 3, ...change })

const group = (shown: Proposal[], all = shown) =>
  groupByTopic(shown, all).map(({ proposals, ballots }) => [
    proposals.map(({ id }) => id),
    ballots?.map(({ id }) => id) ?? null,
  ])

test('open votes on the same action, address and freeze stand together at the place of the newest', () => {
  const proposals = [
    build(9, { status: 'pending' }),
    build(8, { freezeNumber: 4 }),
    build(7),
    build(6, { action: 'recover' }),
    build(5, { targetAddress: '0xf3fcd2c1a78f5eee' }),
    build(4, { status: 'rejected' }),
  ]
  expect(group(proposals)).toEqual([
    [
      [9, 7],
      [9, 7],
    ],
    ...[8, 6, 5, 4].map((id) => [[id], null]),
  ])
  // Also where a filter hides one of them.
  expect(group([build(7)], proposals)).toEqual([[[7], [9, 7]]])
})

test('no more votes are offered than one message can carry', () => {
  const many = Array.from({ length: 25 }, (_, index) => build(25 - index))
  expect(groupByTopic(many, many)[0]?.ballots).toHaveLength(MAX_VOTES_PER_MESSAGE)
})
