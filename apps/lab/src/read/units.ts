/** Decimals kept of an amount: as many as the coin of the research sets has. */
const DECIMALS = 18
const UNIT = 10n ** BigInt(DECIMALS)

/** Units of 10⁻¹⁸ of an amount of 0 or more. */
export function toUnits(amount: number): bigint {
  const whole = Math.floor(amount)
  return BigInt(whole) * UNIT + BigInt(Math.round((amount - whole) * 10 ** DECIMALS))
}
