import { expect, test } from 'vitest'
import { toWidthClass } from '../percent-class.ts'
import {
  formatAmount,
  formatDate,
  formatDateTime,
  formatPercent,
  formatPoints,
  formatScoreRange,
  formatSignedPoints,
  formatTokens,
  keepUnits,
  shortenAddress,
  spellCount,
  toShownWords,
} from './format.ts'

test('a score has at most one decimal, and points their sign', () => {
  expect([27.4, 50, 99.96, 0].map(formatPoints)).toEqual(['27.4', '50', '100', '0'])
  const signed = ['+6.1', '−8.6', '0', '0', '0']
  expect([6.1, -8.6, 0, 0.04, -0.04].map(formatSignedPoints)).toEqual(signed)
})

test('a share is formatted in whole percent, which are 0 and 100 only where it is nothing or all', () => {
  const shares = [0, 0.00001, 0.0099, 0.01, 0.705, 0.99, 0.996, 1]
  const texts = ['0%', '< 1%', '< 1%', '1%', '71%', '99%', '> 99%', '100%']
  expect(shares.map(formatPercent)).toEqual(texts)
  const widths = [0, 1, 50, 99, 100, 100].map((percent) => `w-[${percent}%]`)
  expect([0, 0.2, 50, 99.9, 100, 101].map(toWidthClass)).toEqual(widths)
})

test.each([
  ['12.50000000', '12.5'],
  ['1234567.00000000', '1,234,567'],
  ['10.12999999', '10.12'],
  ['0.00000500', '0.000005'],
  ['0.12345678', '0.1234'],
  ['0.00000000', '0'],
  ['184467440737.09551615', '184,467,440,737.09'],
])('the amount %s is formatted as %s', (amount, text) => {
  expect(formatAmount(amount)).toBe(text)
  expect(formatTokens({ amount, token: 'FLOW' })).toBe(`${text} FLOW`)
})

test('a range has whole numbers where they differ, and a time one form, in UTC', () => {
  expect(formatScoreRange({ from: 5.4, to: 25.4 })).toBe('5 to 25')
  expect(formatScoreRange({ from: 67.6, to: 68.2 })).toBe('67.6 to 68.2')
  expect(formatDate('2026-09-03T23:36:59Z')).toBe('3 Sep 2026')
  expect(formatDate(Date.UTC(2026, 10, 3))).toBe('3 Nov 2026')
  expect(formatDateTime('2026-11-03T09:36:59Z')).toBe('3 Nov 2026, 09:36 UTC')
})

test('a percent sign stays with its number, and a number below ten is a word', () => {
  expect(keepUnits('6 % of it, 10 times')).toBe('6% of it, 10 times')
  expect(
    toShownWords({ level: 'NORMAL', verdict: '98 % of it', texts: ['By 3 NORMAL wallets'] }),
  ).toEqual({
    level: 'NORMAL',
    verdict: '98% of it',
    texts: ['By 3 Normal wallets'],
  })
  expect([6, 9, 10].map(spellCount)).toEqual(['Six', 'Nine', '10'])
})

test('an address is shortened as the specification says for the wallet control and for proposals', () => {
  expect(shortenAddress('0x179b6b1cb6755e31')).toBe('0x179b...5e31')
  expect(shortenAddress('0x179b6b1cb6755e31', 8, 6)).toBe('0x179b6b...755e31')
  expect(shortenAddress('0x179b5e31')).toBe('0x179b5e31')
})
