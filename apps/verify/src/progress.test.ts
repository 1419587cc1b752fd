import { expect, it } from 'vitest'
import { formatBlockProgress } from './progress.ts'

it.each([
  [349, 'Scanned up to block 349 of 1099 (25 %), about 15 s left'],
  [1_099, 'Scanned up to block 1099 of 1099 (100 %), about 0 s left'],
  [100, 'Scanned up to block 100 of 1099 (less than 1 %), about 4995 s left'],
  [80, 'Scanned up to block 80 of 1099 (0 %)'],
])('formats the progress through a range at block %i', (height, sentence) => {
  const range = { fromHeight: 100, toHeight: 1_099, height }
  expect(formatBlockProgress('Scanned', range, 5_000)).toBe(sentence)
})
