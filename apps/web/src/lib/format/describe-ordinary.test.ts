import { expect, test } from 'vitest'
import { formatOrdinaryRange } from './describe-ordinary.ts'

const TEXT = 'Transfers from each sender: ordinary wallets 1 to 5, this one 9'
const range = {
  input: 'transfersPerSender',
  unit: 'ratio',
  value: 9,
  lowerQuartile: 1,
  median: 2,
  upperQuartile: 5,
  wallets: 4_829,
  text: TEXT,
} as const

test('the range says how many wallets were measured, and of which chain', () => {
  const text = `${TEXT} (middle half of 4,829 Ethereum wallets)`
  expect(formatOrdinaryRange(range, -1)).toBe(text)
  expect(formatOrdinaryRange(range, -1, true)).toBe(TEXT)
})

test.each([1, 4, 5])(
  'a number that is ordinary by itself, as %i is, says so where it costs points',
  (value) => {
    const ordinary = { ...range, value }
    const hint = '; ordinary by itself, unusual together with the other numbers'
    expect(formatOrdinaryRange(ordinary, -1, true)).toBe(TEXT + hint)
    expect(formatOrdinaryRange(ordinary, 1, true)).toBe(TEXT)
  },
)
