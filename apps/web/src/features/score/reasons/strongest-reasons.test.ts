import { LITTLE_DATA } from '@app/values/reason-code.ts'
import { expect, test } from 'vitest'
import type { ScoreReason } from './reason-item.tsx'
import { findStrongest, listOtherReasons } from './strongest-reasons.tsx'

const build = (code: string, points: number, ...txIds: string[]): ScoreReason => ({
  factor: 'txFrequency',
  ...{ code, headline: code, text: code, points },
  evidence: txIds.map((txId) => ({ txId, height: 1 })),
})

test.each<[string, ScoreReason[], [code: string, points: number, evidence: number][]]>([
  [
    'the three that move the score most, whichever their sign',
    [1, -4, 0, 3, -2, 0.04].map((points) => build(`code ${points}`, points)),
    [
      ['code -4', -4, 0],
      ['code 3', 3, 0],
      ['code -2', -2, 0],
    ],
  ],
  [
    'too little data, once, with the exact sum of its points and each transaction once',
    [
      build(LITTLE_DATA, 1.3),
      build(LITTLE_DATA, -0.9, 'a'),
      build(LITTLE_DATA, -0.8, 'a', 'b'),
      build('no_listed_contact', 0.1),
    ],
    [
      [LITTLE_DATA, -0.4, 2],
      ['no_listed_contact', 0.1, 0],
    ],
  ],
  [
    'too little data, even where its points cancel out',
    [build(LITTLE_DATA, 0.5), build(LITTLE_DATA, -0.5)],
    [[LITTLE_DATA, 0, 0]],
  ],
])('the strongest reasons are %s', (_, reasons, strongest) => {
  const found = findStrongest(reasons)
  expect(found.map(({ code, points, evidence }) => [code, points, evidence.length])).toEqual(
    strongest,
  )
})

test('the other reasons of a factor are those that are not among the strongest, nor in their joined one', () => {
  const reasons = [
    ...[9, 8, -7, 1].map((points) => build(`code ${points}`, points)),
    { ...build('code 2', 2), factor: 'onchainAge' as const },
    build(LITTLE_DATA, 0.1),
  ]
  const listCodes = (list: ScoreReason[]) => list.map(({ code }) => code)
  expect(listCodes(listOtherReasons(reasons, 'txFrequency'))).toEqual(['code 1', LITTLE_DATA])
  expect(listCodes(listOtherReasons(reasons, 'onchainAge'))).toEqual(['code 2'])
  const short = [build('code 1', 1), build(LITTLE_DATA, 0.1), build(LITTLE_DATA, 0.2)]
  expect(listOtherReasons(short, 'txFrequency')).toEqual([])
})
