import type { Lab } from './colour-spaces.ts'

const RADIANS = Math.PI / 180
const POW_25_7 = 25 ** 7

/**
 * Returns the difference of two colours by CIEDE2000 (Sharma, Wu, Dalal 2005), with all weights 1: about 1 is just
 * noticeable next to each other.
 */
export function computeCiede2000(one: Lab, other: Lab): number {
  const g = 0.5 * (1 - weighChroma((chroma(one) + chroma(other)) / 2))
  const [l1, c1, h1] = toAdjusted(one, g)
  const [l2, c2, h2] = toAdjusted(other, g)
  const deltaL = l2 - l1
  const deltaC = c2 - c1
  const deltaH = 2 * Math.sqrt(c1 * c2) * Math.sin((subtractHues({ c1, h1, c2, h2 }) / 2) * RADIANS)
  const meanL = (l1 + l2) / 2
  const meanC = (c1 + c2) / 2
  const meanH = averageHues({ c1, h1, c2, h2 })
  const l = deltaL / (1 + (0.015 * (meanL - 50) ** 2) / Math.sqrt(20 + (meanL - 50) ** 2))
  const c = deltaC / (1 + 0.045 * meanC)
  const h = deltaH / (1 + 0.015 * meanC * weighHue(meanH))
  const turn = 30 * Math.exp(-(((meanH - 275) / 25) ** 2))
  const rotation = -2 * weighChroma(meanC) * Math.sin(2 * turn * RADIANS)
  return Math.sqrt(l ** 2 + c ** 2 + h ** 2 + rotation * c * h)
}

const chroma = ([, a, b]: Lab) => Math.hypot(a, b)

const weighChroma = (c: number) => Math.sqrt(c ** 7 / (c ** 7 + POW_25_7))

/** Lightness, adjusted chroma, and hue in degrees from 0 to below 360. */
function toAdjusted([l, a, b]: Lab, g: number): [l: number, c: number, h: number] {
  const adjustedA = a * (1 + g)
  const hue = Math.atan2(b, adjustedA) / RADIANS
  return [l, Math.hypot(adjustedA, b), (hue + 360) % 360]
}

interface Hues {
  c1: number
  h1: number
  c2: number
  h2: number
}

function subtractHues({ c1, h1, c2, h2 }: Hues): number {
  if (c1 * c2 === 0) return 0
  const difference = h2 - h1
  if (Math.abs(difference) <= 180) return difference
  return difference > 0 ? difference - 360 : difference + 360
}

function averageHues({ c1, h1, c2, h2 }: Hues): number {
  const sum = h1 + h2
  if (c1 * c2 === 0) return sum
  if (Math.abs(h1 - h2) <= 180) return sum / 2
  return sum < 360 ? (sum + 360) / 2 : (sum - 360) / 2
}

const weighHue = (h: number) =>
  1 -
  0.17 * Math.cos((h - 30) * RADIANS) +
  0.24 * Math.cos(2 * h * RADIANS) +
  0.32 * Math.cos((3 * h + 6) * RADIANS) -
  0.2 * Math.cos((4 * h - 63) * RADIANS)
