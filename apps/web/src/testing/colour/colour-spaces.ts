/** A colour with linear or gamma-encoded sRGB channels in 0–1. */
export type Rgb = readonly [red: number, green: number, blue: number]

/** A colour in CIE L*a*b*, D65. */
export type Lab = readonly [lightness: number, a: number, b: number]

/** Parses a colour such as '#1d8a52'. Throws for any other notation. */
export function parseHexColour(hex: string): Rgb {
  const digits = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex)
  if (digits === null) throw new Error(`'${hex}' is not a colour of six hex digits`)
  const [red = 0, green = 0, blue = 0] = digits.slice(1).map((pair) => Number.parseInt(pair, 16))
  return [red / 255, green / 255, blue / 255]
}

/** Removes the gamma of sRGB (IEC 61966-2-1). */
export const toLinear = (colour: Rgb): Rgb =>
  mapChannels(colour, (channel) =>
    channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4,
  )

/** Multiplies a colour with a matrix of three rows. */
export function multiply(matrix: readonly Rgb[], colour: Rgb): Rgb {
  const [red, green, blue] = colour
  const [x = 0, y = 0, z = 0] = matrix.map(([r, g, b]) => r * red + g * green + b * blue)
  return [x, y, z]
}

export const mapChannels = ([red, green, blue]: Rgb, change: (channel: number) => number): Rgb => [
  change(red),
  change(green),
  change(blue),
]

const XYZ_FROM_LINEAR: readonly Rgb[] = [
  [0.4124564, 0.3575761, 0.1804375],
  [0.2126729, 0.7151522, 0.072175],
  [0.0193339, 0.119192, 0.9503041],
]
const WHITE_D65: Rgb = [0.95047, 1, 1.08883]

/** Converts linear sRGB to CIE L*a*b* (D65). */
export function toLab(linear: Rgb): Lab {
  const [x, y, z] = multiply(XYZ_FROM_LINEAR, linear)
  const [fx, fy, fz] = [x / WHITE_D65[0], y / WHITE_D65[1], z / WHITE_D65[2]].map(compress)
  return [116 * (fy ?? 0) - 16, 500 * ((fx ?? 0) - (fy ?? 0)), 200 * ((fy ?? 0) - (fz ?? 0))]
}

const compress = (t: number) => (t > 216 / 24389 ? Math.cbrt(t) : ((24389 / 27) * t + 16) / 116)

/** Returns the contrast ratio of two colours, 1 to 21 (WCAG 2.2). */
export function computeContrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [one, other]
    .map((hex) => multiply(XYZ_FROM_LINEAR, toLinear(parseHexColour(hex)))[1])
    .toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}
