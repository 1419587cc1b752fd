import { expect, it } from 'vitest'
import { toTestHash } from '../../agent/testing/insert-test-score.ts'
import { createTestContext } from '../../testing/create-test-context.ts'
import { toTestAddress, writeIndexedRows } from '../../testing/ledger.ts'
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
  expect([ordinary.check, appeal.check]).toEqual(['disputed', 'confirmed'])
})
