/** Units of the last decimal in one UFix64 token: amounts are bigint counts of 10⁻⁸. */
export const UNITS_PER_TOKEN = 100_000_000n

const UFIX64 = /^(\d+)\.(\d{1,8})$/

/**
 * Parses a UFix64 in decimal text, such as '12.50000000', to units of 10⁻⁸. Throws `TypeError` on
 * other texts.
 */
export function parseUfix64(text: string): bigint {
  const match = UFIX64.exec(text)
  if (match === null) throw new TypeError(`'${text}' is not a UFix64 such as 1.0`)
  const [, whole = '', decimals = ''] = match
  return BigInt(whole) * UNITS_PER_TOKEN + BigInt(decimals.padEnd(8, '0'))
}

export function formatUfix64(units: bigint): string {
  const decimals = (units % UNITS_PER_TOKEN).toString().padStart(8, '0')
  return `${units / UNITS_PER_TOKEN}.${decimals}`
}

/** Formats units of 10⁻⁸ as decimal text without trailing zeros: '12.5', '3'. */
export function formatDecimal(units: bigint): string {
  return formatUfix64(units).replace(/\.?0+$/, '')
}
