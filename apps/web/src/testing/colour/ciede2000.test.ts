import { expect, test } from 'vitest'
import { computeCiede2000 } from './ciede2000.ts'
import type { Lab } from './colour-spaces.ts'

/** Of the test data of Sharma, Wu, Dalal 2005. */
const PAIRS: readonly (readonly [Lab, Lab, number])[] = [
  [[50, 2.6772, -79.7751], [50, 0, -82.7485], 2.0425],
  [[50, 0, 0], [50, -1, 2], 2.3669],
  [[50, 2.49, -0.001], [50, -2.49, 0.0011], 7.2195],
  [[50, 2.5, 0], [73, 25, -18], 27.1492],
  [[60.2574, -34.0099, 36.2677], [60.4626, -34.1751, 39.4387], 1.2644],
  [[22.7233, 20.0904, -46.694], [23.0331, 14.973, -42.5619], 2.0373],
  [[2.0776, 0.0795, -1.135], [0.9033, -0.0636, -0.5514], 0.9082],
]

test.each(PAIRS)(
  'the difference of %j and %j is %d, in both directions',
  (one, other, expected) => {
    expect(computeCiede2000(one, other)).toBeCloseTo(expected, 4)
    expect(computeCiede2000(other, one)).toBeCloseTo(expected, 4)
  },
)
