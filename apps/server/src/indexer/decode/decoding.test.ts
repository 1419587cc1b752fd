import { SCORE_RULES } from '@app/score/version.ts'
import { expect, it } from 'vitest'
import { DECODING, getDecoding } from './decoding.ts'

it('the facts of the present version of the score follow from the present decoding', () => {
  expect(SCORE_RULES.current.decoding).toBe(DECODING)
  expect(getDecoding(DECODING).without).toEqual([])
})

it('each version that can be computed has its decoding, and none an older one than a version before', () => {
  const decodings = [SCORE_RULES.current, ...SCORE_RULES.earlier].map(({ decoding }) => decoding)
  expect(decodings.map((number) => getDecoding(number).number)).toEqual(decodings)
  expect(decodings).toEqual(decodings.toSorted((a, b) => b - a))
  expect(() => getDecoding(0)).toThrow('the decoding 0 is unknown')
})
