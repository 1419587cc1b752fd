import { NodeInvalidResponseError } from '../errors.ts'

const FIXED_POINT = /^(-?)(\d+)\.(\d+)$/

/**
 * Parses a fixed-point text such as '-1.50000000' to units of its last decimal, given their number.
 * Throws `NodeInvalidResponseError`.
 */
export function parseFixedPoint(text: string, decimals: number): bigint {
  const [, sign, whole, fraction = ''] = FIXED_POINT.exec(text) ?? []
  if (whole === undefined || fraction.length > decimals) {
    throw new NodeInvalidResponseError(
      `'${text}' is not a fixed-point number of ${decimals} decimals.`,
    )
  }
  const units = BigInt(whole + fraction.padEnd(decimals, '0'))
  return sign === '-' ? -units : units
}
