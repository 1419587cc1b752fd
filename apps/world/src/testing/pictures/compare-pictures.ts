import pixelmatch from 'pixelmatch'
import { PNG } from 'pngjs'

interface Comparison {
  /** Whether nobody would see a difference. */
  isSame: boolean
  /** Pixels that look different; those that only smooth an edge do not count. */
  differentPixels: number
  /** A PNG file in which the different pixels are red; null when the sizes differ. */
  diff: Buffer | null
}

/** How different two colours must be, from 0 to 1. Pale red and pale amber still are. */
const COLOUR_THRESHOLD = 0.02

/** One of so many pixels may differ: on a busy machine Chromium draws some round corners anew. A changed badge has more. */
const PIXELS_PER_DIFFERENCE = 4_000

/** Compares two PNG files. */
export function comparePictures(expected: Buffer, actual: Buffer): Comparison {
  const [a, b] = [PNG.sync.read(expected), PNG.sync.read(actual)]
  const { width, height } = b
  if (a.width !== width || a.height !== height) {
    return { isSame: false, differentPixels: width * height, diff: null }
  }
  const diff = new PNG({ width, height })
  const options = { threshold: COLOUR_THRESHOLD }
  const differentPixels = pixelmatch(a.data, b.data, diff.data, width, height, options)
  const isSame = differentPixels <= (width * height) / PIXELS_PER_DIFFERENCE
  return { isSame, differentPixels, diff: PNG.sync.write(diff) }
}
