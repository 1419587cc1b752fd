import { expect, it, test } from 'vitest'
import {
  formatAmount,
  formatPercent,
  formatPoints,
  formatSignedPoints,
  formatTokens,
  keepUnits,
  shortenAddress,
  spellCount,
} from './format.ts'

test.each([
  [27.4, '27.4'],
  [50, '50'],
  [99.96, '100'],
  [0, '0'],
])('a score of %d is formatted as %s', (score, text) => expect(formatPoints(score)).toBe(text))

test.each([
  [6.1, '+6.1'],
  [-8.6, '−8.6'],
  [0, '0'],
  [0.04, '0'],
  [-0.04, '0'],
])('points of %d are formatted as %s', (points, text) => {
  expect(formatSignedPoints(points)).toBe(text)
})

test('a share is formatted in whole percent', () => expect(formatPercent(0.705)).toBe('71%'))

it.each([
  ['12.50000000', '12.5'],
  ['1234567.00000000', '1,234,567'],
  ['10.12999999', '10.12'],
  ['0.00000500', '0.000005'],
  ['0.12345678', '0.1234'],
  ['0.00000000', '0'],
  ['3', '3'],
  ['184467440737.09551615', '184,467,440,737.09'],
])('formats %s as %s', (amount, text) => expect(formatAmount(amount)).toBe(text))

it('adds the token', () => expect(formatTokens({ amount: '1.0', token: 'FLOW' })).toBe('1 FLOW'))

test('a percent sign stays with its number, and nothing else changes', () => {
  expect(keepUnits('6 % of it, 10 times')).toBe('6\u00a0% of it, 10 times')
})

const ADDRESS = '0x179b6b1cb6755e31'

test('a number below ten is a word, any other is written in digits', () => {
  expect([6, 9, 10].map(spellCount)).toEqual(['Six', 'Nine', '10'])
})

test('the wallet control shows six leading and four trailing characters', () => {
  expect(shortenAddress(ADDRESS)).toBe('0x179b...5e31')
})

test('a proposal card shows eight leading and six trailing characters', () => {
  expect(shortenAddress(ADDRESS, 8, 6)).toBe('0x179b6b...755e31')
})

test('a short text is not shortened', () => {
  expect(shortenAddress('0x179b5e31')).toBe('0x179b5e31')
})
