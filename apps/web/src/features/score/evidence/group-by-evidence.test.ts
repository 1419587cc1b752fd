import type { ScoreResult } from '@app/api/schemas/score-result.ts'
import { expect, test } from 'vitest'
import { groupByEvidence } from './group-by-evidence.ts'

const buildReason = (code: string, ...txIds: string[]): ScoreResult['reasons'][number] => ({
  factor: 'txFrequency',
  code,
  text: code,
  points: 1,
  evidence: txIds.map((txId) => ({ txId, height: 7 })),
})
const listGroupedCodes = (reasons: ScoreResult['reasons']) =>
  groupByEvidence(reasons).map((group) => [
    group.reasons.map(({ code }) => code),
    group.evidence.map(({ txId }) => txId),
  ])

test('reasons with the same evidence are one group, at the position of the first one', () => {
  expect(
    listGroupedCodes([
      buildReason('rhythm', 'a', 'b'),
      buildReason('capped'),
      buildReason('pairs', 'a', 'b'),
    ]),
  ).toEqual([
    [
      ['rhythm', 'pairs'],
      ['a', 'b'],
    ],
    [['capped'], []],
  ])
})

test('evidence that differs in one transaction, or in their order, is another group', () => {
  const reasons = [buildReason('x', 'a', 'b'), buildReason('y', 'a'), buildReason('z', 'b', 'a')]
  expect(listGroupedCodes(reasons)).toHaveLength(3)
})

test('without reasons there are no groups', () => {
  expect(groupByEvidence([])).toEqual([])
})
