import { expect, it } from 'vitest'
import { formatBlockProgress } from './progress.ts'

const RANGE = { fromHeight: 100, toHeight: 1_099 }

it('formats the progress through a range and the estimated time left', () => {
  expect(formatBlockProgress('Scanned', { ...RANGE, height: 349 }, 5_000)).toBe(
    'Scanned up to block 349 of 1099 (25 %), about 15 s left',
  )
  expect(formatBlockProgress('Scanned', { ...RANGE, height: 1_099 }, 20_000)).toContain(
    '(100 %), about 0 s left',
  )
})

it.each([
  [100, 'less than 1 %'],
  [1_098, 'more than 99 %'],
])('is neither nothing nor all at block %i', (height, percent) => {
  expect(formatBlockProgress('Scanned', { ...RANGE, height }, 5_000)).toContain(`(${percent})`)
})

it('estimates nothing before the range', () => {
  expect(formatBlockProgress('Replayed', { ...RANGE, height: 80 }, 5_000)).toBe(
    'Replayed up to block 80 of 1099 (0 %)',
  )
})
