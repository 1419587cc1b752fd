import { expect, it } from 'vitest'
import { createTestContext } from '../../testing/create-test-context.ts'
import type { Attempt } from './verify-letter.ts'
import { computePauseSeconds, readFailure, recordFailure } from './write-failure.ts'

const buildAttempt = (referenceHeight: number): Attempt => ({
  proposalId: 3,
  referenceHeight,
  referenceBlockId: 'ab'.repeat(32),
  proposalKeyIndex: 0,
  sequenceNumber: 1,
})

it('each failed attempt counts once, and the pauses grow', async () => {
  const { db } = await createTestContext()
  expect(await readFailure(db, 3)).toBeNull()
  await recordFailure(db, buildAttempt(10), 1_000)
  await recordFailure(db, buildAttempt(10), 9_000)
  expect(await readFailure(db, 3)).toEqual({ failures: 1, referenceHeight: 10, retryAt: 1_060 })
  await recordFailure(db, buildAttempt(20), 2_000)
  expect(await readFailure(db, 3)).toMatchObject({ failures: 2, retryAt: 2_120 })
})

it('the pauses are at most six hours', () => {
  expect([1, 2, 9, 10, 2_000].map(computePauseSeconds)).toEqual([60, 120, 15_360, 21_600, 21_600])
})
