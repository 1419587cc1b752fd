/** Decimals of an amount: as many as the coin of the research sets has. */
const DECIMALS = 18
const UNIT = 10n ** BigInt(DECIMALS)

/** Converts an amount of 0 or more to units of 10⁻¹⁸. */
export function toUnits(amount: number): bigint {
  const whole = Math.floor(amount)
  return BigInt(whole) * UNIT + BigInt(Math.round((amount - whole) * 10 ** DECIMALS))
}
