import type { ScoreResult } from '@app/api/score-result.ts'
import { expect, test } from 'vitest'
import { groupByEvidence } from './group-by-evidence.ts'

const reason = (code: string, ...txIds: string[]): ScoreResult['reasons'][number] => ({
  factor: 'txFrequency',
  code,
  text: code,
  points: 1,
  evidence: txIds.map((txId) => ({ txId, height: 7 })),
})
const codesOf = (reasons: ScoreResult['reasons']) =>
  groupByEvidence(reasons).map((group) => [
    group.reasons.map(({ code }) => code),
    group.evidence.map(({ txId }) => txId),
  ])

test('reasons with the same evidence name it once, where the first of them stands', () => {
  expect(
    codesOf([reason('rhythm', 'a', 'b'), reason('capped'), reason('pairs', 'a', 'b')]),
  ).toEqual([
    [
      ['rhythm', 'pairs'],
      ['a', 'b'],
    ],
    [['capped'], []],
  ])
})

test('evidence that differs in one transaction, or in their order, stands apart', () => {
  const reasons = [reason('x', 'a', 'b'), reason('y', 'a'), reason('z', 'b', 'a')]
  expect(codesOf(reasons)).toHaveLength(3)
})

test('without reasons there is nothing to prove', () => {
  expect(groupByEvidence([])).toEqual([])
})
