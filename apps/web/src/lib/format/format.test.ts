import { expect, it, test } from 'vitest'
import { toWidthClass } from '../percent-class.ts'
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

test('a share is formatted in whole percent, which are 0 and 100 only where it is nothing or all', () => {
  const shares = [0, 0.00001, 0.0099, 0.01, 0.705, 0.99, 0.996, 1]
  expect(shares.map(formatPercent)).toEqual([
    '0%',
    '< 1%',
    '< 1%',
    '1%',
    '71%',
    '99%',
    '> 99%',
    '100%',
  ])
  expect([0, 0.2, 50, 99.9, 100, 101].map(toWidthClass)).toEqual([
    'w-[0%]',
    'w-[1%]',
    'w-[50%]',
    'w-[99%]',
    'w-[100%]',
    'w-[100%]',
  ])
})

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
