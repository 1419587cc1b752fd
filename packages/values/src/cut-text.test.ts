import { expect, test } from 'vitest'
import { cutText, cutToUnits } from './cut-text.ts'

test.each([
  ['an emoji', '😀'],
  ['a family', '👨‍👩‍👧‍👦'],
  ['a flag', '🇺🇦'],
  ['a keycap', '1️⃣'],
  ['a letter with marks', 'e\u0323\u0308'],
  ['a syllable of Hangul', '\u1112\u1161\u11ab'],
])('%s stays whole or is left out', (_, character) => {
  const text = `ab${character}c`
  expect(cutText(text, 2)).toBe('ab')
  expect(cutText(text, 3)).toBe(`ab${character}`)
  expect(cutText(text, 4)).toBe(text)
  const { length } = character
  for (let units = 2; units < 2 + length; units += 1) expect(cutToUnits(text, units)).toBe('ab')
  expect(cutToUnits(text, 2 + length)).toBe(`ab${character}`)
  expect(cutToUnits(text, 3 + length)).toBe(text)
})
