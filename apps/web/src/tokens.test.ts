import { describe, expect, test } from 'vitest'
import { computeCiede2000 } from './testing/colour/ciede2000.ts'
import { computeContrast, parseHexColour, toLab, toLinear } from './testing/colour/colour-spaces.ts'
import { readColourTokens } from './testing/colour/read-tokens.ts'
import { simulateVision, type Vision } from './testing/colour/simulate-vision.ts'

const TONES = ['good', 'fair', 'poor', 'bad'] as const
const VISIONS: readonly Vision[] = ['normal', 'deuteranopia', 'protanopia']
/** Far more than the least noticeable difference, which is about 1. */
const MIN_DIFFERENCE = 15
/** Of normal text, level AA of WCAG 2.2. */
const MIN_TEXT_CONTRAST = 4.5

describe.each(['light', 'dark'] as const)('in the %s scheme', (scheme) => {
  const tokens = readColourTokens(scheme)
  const getColour = (name: string) => tokens.get(name) ?? `no token ${name}`
  const pairs = TONES.flatMap((tone, index) =>
    TONES.slice(index + 1).map((other) => [tone, other] as const),
  )

  test.each(VISIONS.flatMap((vision) => pairs.map((pair) => [vision, ...pair] as const)))(
    'with %s vision, the fills %s and %s can be told apart',
    (vision, tone, other) => {
      const [one, two] = [tone, other].map((name) =>
        toLab(simulateVision(toLinear(parseHexColour(getColour(`${name}-fill`))), vision)),
      )
      expect(computeCiede2000(one!, two!)).toBeGreaterThanOrEqual(MIN_DIFFERENCE)
    },
  )

  test.each([...TONES, 'info'])('text of the tone %s is readable on its soft ground', (tone) => {
    for (const text of [getColour(tone), getColour('ink-soft')]) {
      expect(computeContrast(text, getColour(`${tone}-soft`))).toBeGreaterThanOrEqual(
        MIN_TEXT_CONTRAST,
      )
    }
  })

  test.each(['ink', 'ink-soft', 'ink-faint', 'brand'])('%s is readable on every ground', (text) => {
    for (const ground of ['canvas', 'ground', 'surface', 'sunken']) {
      expect(computeContrast(getColour(text), getColour(ground)), ground).toBeGreaterThanOrEqual(
        MIN_TEXT_CONTRAST,
      )
    }
  })

  test('the hues of the fills are green, yellow, orange and red', () => {
    const hues = TONES.map((tone) => {
      const [, a, b] = toLab(toLinear(parseHexColour(getColour(`${tone}-fill`))))
      return Math.round((Math.atan2(b, a) * 180) / Math.PI)
    })
    for (const [index, [from, to]] of HUE_RANGES.entries()) {
      expect(hues[index]).toBeGreaterThanOrEqual(from)
      expect(hues[index]).toBeLessThanOrEqual(to)
    }
  })
})

/** Degrees of the hue angle of CIE L*a*b* for green, yellow, orange and red. */
const HUE_RANGES = [
  [140, 175],
  [80, 105],
  [50, 72],
  [10, 40],
] as const
