import { describe, expect, test } from 'vitest'
import { formatWithheld, isWithheldSentence } from './withheld.ts'

describe('the sentence in the place of a withheld text', () => {
  test('has day and reason, and is known by its form', () => {
    const sentence = formatWithheld({ at: 1_795_392_000, reason: 'It names a person.' })
    expect(sentence).toBe('Withheld by the operator, 2026-11-23: It names a person.')
    expect(isWithheldSentence(sentence)).toBe(true)
  })

  test.each([
    'He said: Withheld by the operator, 2026-11-23: x',
    'Withheld by the operator, 2026-11-23: ',
    'Withheld by the operator, 6-11-23: x',
    'Withheld by the operator, yyyy-11-23: x',
    'Withheld by the operator, 2026-m1-23: x',
    'Withheld by the operator, 2026-1m-23: x',
    'Withheld by the operator, 2026-11-d3: x',
    'Withheld by the operator, 2026-11-2d: x',
  ])('is not %j', (text) => {
    expect(isWithheldSentence(text)).toBe(false)
  })
})
