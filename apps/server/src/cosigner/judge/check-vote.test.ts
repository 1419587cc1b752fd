import { SCORE_RULES, type ScoreRules } from '@app/score/version.ts'
import { expect, it } from 'vitest'
import { toTestHash } from '../../agent/testing/insert-test-score.ts'
import { createTestContext } from '../../testing/create-test-context.ts'
import {
  buildTransferRows,
  type Payment,
  toTestAddress,
  writeIndexedRows,
} from '../../testing/ledger.ts'
import { lowerPoints } from '../../testing/lower-points.ts'
import { checkVote } from './check-vote.ts'

it('disputes a voter with 50 points, whom it confirms as a juror (rule 28)', async () => {
  const context = await createTestContext()
  await writeIndexedRows(context, {}, 5)
  const voter = toTestAddress(7)
  const vote = { voter, support: true, evidenceHash: toTestHash(1), recordHeight: 5 }
  const readFloor = async () => 0
  const [ordinary, appeal] = [
    await checkVote(context, vote, { isAppeal: false, readFloor }),
    await checkVote(context, vote, { isAppeal: true, readFloor }),
  ]
  expect([ordinary, appeal]).toEqual(['disputed', 'confirmed'])
})

it.each([
  ['confirmed by that before', [SCORE_RULES.current], 'confirmed'],
  ['disputed where none is known', [], 'disputed'],
] as const)('a voter who is below by a new version alone is %s', async (_, earlier, expected) => {
  const context = await createTestContext()
  const voter = toTestAddress(7)
  const payments = Array.from({ length: 12 }, (_, index) => index).flatMap((index): Payment[] => [
    { height: index, from: toTestAddress(100 + (index % 4)), to: voter, units: 900n },
    { height: index, from: voter, to: toTestAddress(100 + (index % 3)), units: 300n },
  ])
  await writeIndexedRows(context, { transfers: buildTransferRows(payments) })
  const vote = { voter, support: true, evidenceHash: toTestHash(1), recordHeight: 5 }
  const rules = { current: { ...lowerPoints(SCORE_RULES.current), version: '99.0.0' }, earlier }
  const checking = { isAppeal: true, readFloor: async () => 0 }
  expect(await checkVote({ ...context, rules }, vote, checking)).toBe(expected)
})

it.each([
  ['no block yet', 0, 'disputed'],
  ['a part of the blocks', 3, 'unchecked'],
  ['all blocks', 6, 'disputed'],
])(
  'a voter with 50 points, for whom the next version has read %s, is %s',
  async (_, blocks, expected) => {
    const context = await createTestContext()
    await writeIndexedRows(context, {}, 5)
    const [before] = SCORE_RULES.earlier as [ScoreRules]
    const parts = [
      { from_height: 0, to_height: 5 - blocks, decoding: before.decoding, block_id: null },
      { from_height: 6 - blocks, to_height: 5, decoding: before.decoding + 1, block_id: null },
    ].filter(({ from_height, to_height }) => from_height <= to_height)
    await context.db.deleteFrom('chain_decoded').execute()
    await context.db.insertInto('chain_decoded').values(parts).execute()
    const kept = { ...context, rules: { current: before, earlier: [] } }
    const vote = {
      voter: toTestAddress(7),
      support: true,
      evidenceHash: toTestHash(1),
      recordHeight: 5,
    }
    const checking = { isAppeal: false, readFloor: async () => 0 }
    expect(await checkVote(kept, vote, checking)).toBe(expected)
  },
)
