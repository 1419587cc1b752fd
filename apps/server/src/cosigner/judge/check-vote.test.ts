import { SCORE_RULES } from '@app/score/version.ts'
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
