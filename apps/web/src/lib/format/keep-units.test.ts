import { expect, test } from 'vitest'
import { keepUnits } from './keep-units.ts'

test('a percent sign stays with its number, and nothing else changes', () => {
  expect(keepUnits('6 % of it, 10 times')).toBe('6\u00a0% of it, 10 times')
})
