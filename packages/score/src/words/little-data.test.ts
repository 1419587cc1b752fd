import { describe, expect, test } from 'vitest'
import type { Facts } from '../facts.ts'
import { judge } from '../judge.ts'
import { buildFacts, buildTransfer } from '../testing/build-transfer.ts'

const listTexts = (facts: Facts) => judge(facts).reasons.map(({ text }) => text)
const listLittle = (facts: Facts) => [
  ...new Set(listTexts(facts).filter((text) => text.includes('too little'))),
]
const ONE = buildFacts([buildTransfer('ann', 10, 0)])

/** What is false, or says nothing, of a wallet with one transfer. */
const FALSE_OF_ONE =
  /100 %|every minute|one minute|between first and last|between its first|on average|never paid|used on one day/

describe('a wallet with one transfer', () => {
  test('is told that this is too little, once for each factor', () => {
    expect(listLittle(ONE)).toEqual(['Only one transfer so far: too little to see a pattern'])
  })

  test('is told nothing that one transfer cannot show', () => {
    expect(listTexts(ONE).length).toBeGreaterThan(1)
    for (const text of listTexts(ONE)) expect(text).not.toMatch(FALSE_OF_ONE)
  })
})

test.each([
  [
    '4 transfers',
    [10, -1, 5, -2].map((amount, day) => buildTransfer('ann', amount, day)),
    ['Only 4 transfers so far: too little to see a pattern'],
  ],
  [
    'one account',
    Array.from({ length: 8 }, (_, day) => buildTransfer('ann', 10, day)),
    ['8 transfers so far, but with only one account: too little to see a pattern'],
  ],
  [
    'one day',
    Array.from({ length: 8 }, (_, i) => buildTransfer(`a${i}`, 10 + i, i / 100)),
    [
      '8 transfers so far, but on only one day: too little to see a pattern',
      '8 transfers so far, but within less than two days: too little to see a pattern',
    ],
  ],
])('a wallet with %s is told what is missing', (_, transfers, expected) => {
  expect(listLittle(buildFacts(transfers)).toSorted()).toEqual(expected.toSorted())
})
