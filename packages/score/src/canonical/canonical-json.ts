/** Values that canonical JSON can represent; bigints become decimal strings. */
export type CanonicalValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | readonly CanonicalValue[]
  | { readonly [key: string]: CanonicalValue }

/**
 * Serializes a value as RFC 8785 canonical JSON: keys sorted by their UTF-16 code units, numbers
 * and strings as ECMAScript writes them, no white space. Amounts (bigint) are written as decimal
 * strings, as section 3.1 of the RFC advises. Throws `TypeError` on a number that is not finite.
 */
export function toCanonicalJson(value: CanonicalValue): string {
  if (typeof value === 'bigint') return `"${value}"`
  if (typeof value === 'number') return serializeNumber(value)
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  return isList(value) ? `[${value.map(toCanonicalJson).join(',')}]` : serializeObject(value)
}

function isList(value: object): value is readonly CanonicalValue[] {
  return Array.isArray(value)
}

function serializeNumber(value: number): string {
  if (!Number.isFinite(value))
    throw new TypeError(`${value} cannot be written as JSON: a number must be finite`)
  return JSON.stringify(value)
}

function serializeObject(value: { readonly [key: string]: CanonicalValue }): string {
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${toCanonicalJson(value[key] ?? null)}`)
  return `{${members.join(',')}}`
}
