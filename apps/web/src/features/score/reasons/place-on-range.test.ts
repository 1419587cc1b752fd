import fc from 'fast-check'
import { expect, test } from 'vitest'
import { placeOnRange } from './place-on-range.ts'

test('shares are drawn from 0 to 100 %', () => {
  const range = { lowerQuartile: 0, median: 0.01, upperQuartile: 0.25 }
  expect(placeOnRange({ unit: 'share', value: 0.5, ...range })).toEqual({
    lower: 0,
    median: 1,
    upper: 25,
    value: 50,
  })
})

test('a line without any length has all at its beginning', () => {
  const range = { lowerQuartile: 0, median: 0, upperQuartile: 0 }
  expect(placeOnRange({ unit: 'count', value: 0, ...range }).value).toBe(0)
})

test('the order of values is kept, and all of them are on the line', () => {
  const measure = fc.double({ min: 0, max: 1e6, noNaN: true })
  fc.assert(
    fc.property(fc.array(measure, { minLength: 4, maxLength: 4 }), (measures) => {
      const [lowerQuartile = 0, median = 0, upperQuartile = 0, value = 0] = measures.toSorted(
        (a, b) => a - b,
      )
      const places = placeOnRange({ unit: 'ratio', value, lowerQuartile, median, upperQuartile })
      const { lower, median: middle, upper } = places
      const inOrder = [0, lower, middle, upper, places.value, 100]
      expect(inOrder).toEqual(inOrder.toSorted((a, b) => a - b))
    }),
  )
})
