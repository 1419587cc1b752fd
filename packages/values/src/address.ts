declare const addressBrand: unique symbol

/** A Flow account address: `0x` and 16 hexadecimal digits in lower case. */
export type Address = string & { readonly [addressBrand]: true }

/** The spec's address format, in any letter case. */
export const ADDRESS_PATTERN = '^0x[0-9a-fA-F]{16}$'

const WITH_PREFIX = new RegExp(ADDRESS_PATTERN)
const WITHOUT_PREFIX = /^[0-9a-fA-F]{16}$/

/**
 * Returns the address in lower case, or `null` when `text` is not `0x` followed by 16 hex digits.
 */
export function parseAddress(text: string): Address | null {
  return WITH_PREFIX.test(text) ? (text.toLowerCase() as Address) : null
}

/** Returns a pasted text without characters that draw nothing, and with full-width and styled ones as plain ones (NFKC). */
export const normalizePasted = (text: string): string =>
  text.normalize('NFKC').replace(/\p{DI}/gv, '')

/**
 * Returns a pasted address as it is meant, which may be none: normalized, without white space anywhere, and without quotes
 * and punctuation around it.
 */
export const cleanPastedAddress = (text: string): string =>
  normalizePasted(text)
    .replace(/[\p{White_Space}\p{Cc}\p{Cf}\u2800]/gv, '')
    .replace(/^[\p{P}\p{S}]+|[\p{P}\p{S}]+$/gv, '')
    .replace(/^0X/, '0x')

/** Like `parseAddress` of what a person pasted. */
export const parsePastedAddress = (text: string): Address | null =>
  parseAddress(cleanPastedAddress(text))

/**
 * Parses an address as nodes write it, with or without `0x`. Throws `TypeError` on anything else.
 */
export function toAddress(text: string): Address {
  const parsed = parseAddress(WITHOUT_PREFIX.test(text) ? `0x${text}` : text)
  if (parsed === null) throw new TypeError(`'${text}' is not a Flow address`)
  return parsed
}

/**
 * Address 0x0, which exists on no network: the proposer of system transactions, and the subject of
 * facts without an account. A system transaction has the same id in every block, so its events are
 * identified by height, id and index.
 */
export const ZERO_ADDRESS = toAddress('0x0000000000000000')
