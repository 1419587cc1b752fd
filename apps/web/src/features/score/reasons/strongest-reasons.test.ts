import { LITTLE_DATA } from '@app/values/reason-code.ts'
import { expect, test } from 'vitest'
import type { ScoreReason } from './reason-item.tsx'
import { findStrongest } from './strongest-reasons.tsx'

const buildReason = (code: string, points: number, txIds: string[] = []): ScoreReason => ({
  factor: 'txFrequency',
  code,
  headline: code,
  text: code,
  points,
  evidence: txIds.map((txId) => ({ txId, height: 1 })),
})

const show = (reasons: ScoreReason[]) =>
  findStrongest(reasons).map(({ code, points, evidence }) => [code, points, evidence.length])

test('the three that move the score most, whichever their sign, without those of no effect', () => {
  const reasons = [1, -4, 0, 3, -2, 0.04].map((points) => buildReason(`code ${points}`, points))
  expect(show(reasons)).toEqual([
    ['code -4', -4, 0],
    ['code 3', 3, 0],
    ['code -2', -2, 0],
  ])
})

test('too little data is said once, with the exact sum of its points and each transaction once', () => {
  const reasons = [
    buildReason(LITTLE_DATA, 1.3),
    buildReason(LITTLE_DATA, -0.9, ['a']),
    buildReason(LITTLE_DATA, -0.8, ['a', 'b']),
    buildReason('no_listed_contact', 0.1),
  ]
  expect(show(reasons)).toEqual([
    [LITTLE_DATA, -0.4, 2],
    ['no_listed_contact', 0.1, 0],
  ])
})

test('too little data is said even where its points cancel out', () => {
  const reasons = [buildReason(LITTLE_DATA, 0.5), buildReason(LITTLE_DATA, -0.5)]
  expect(show(reasons)).toEqual([[LITTLE_DATA, 0, 0]])
})
