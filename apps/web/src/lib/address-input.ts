import {
  type Address,
  cleanPastedAddress,
  normalizePasted,
  parseAddress,
} from '@app/values/address.ts'

export type AddressBook = Readonly<Record<string, Address>>

/** An address that stands alone in a longer text, such as a link of an explorer or a CAIP-10 account id. */
const ADDRESS_IN_TEXT = /(?<![\p{N}\p{M}\p{LC}])0x([0-9a-f]{16})(?![\p{N}\p{M}\p{LC}])/giv

/** Hex digits and nothing else: of an address if there are 16, whatever the lines between them would make of them. */
const HEX = /^(?:0x)?([0-9a-f]+)$/i

/**
 * Returns the address that a person means: in any letter case, with or without `0x`, with spaces or quotes around it,
 * broken over lines, inside a link, or the name of one of `people`. Returns `null` when the text has none, or several
 * different ones.
 */
export function parseAddressInput(text: string, people: AddressBook = {}): Address | null {
  const cleaned = cleanPastedAddress(text)
  const [, digits] = HEX.exec(cleaned) ?? []
  if (digits !== undefined) return parseAddress(`0x${digits}`) ?? findPerson(cleaned, people)
  const plain = normalizePasted(text)
  const found = findOnlyAddress(plain) ?? findOnlyAddress(plain.replace(/\p{White_Space}/gv, ''))
  return found ?? findPerson(cleaned, people)
}

function findOnlyAddress(text: string): Address | null {
  const found = [...text.matchAll(ADDRESS_IN_TEXT)].map(([match]) => match.toLowerCase())
  const [first, ...others] = new Set(found)
  return first === undefined || others.length > 0 ? null : parseAddress(first)
}

function findPerson(text: string, people: AddressBook): Address | null {
  const name = text.toLowerCase()
  return Object.entries(people).find(([known]) => known.toLowerCase() === name)?.[1] ?? null
}

/** Returns the name of a known account; `undefined` when it has none. */
export const findName = (address: string, people: AddressBook): string | undefined =>
  Object.entries(people).find(([, known]) => known === address)?.[0]

const HEX_DIGITS = 16

/**
 * Says why a text is no address, and what to do; empty for a text that can still become one while it is typed.
 */
export function explainAddressInput(text: string, people: AddressBook = {}): string {
  const cleaned = cleanPastedAddress(text)
  if (cleaned === '') return ''
  const digits = cleaned.replace(/^0x/i, '')
  if (/^[0-9a-f]*$/i.test(digits)) return explainLength(digits.length)
  if (/^0x/i.test(cleaned)) return explainCharacter(digits)
  const names = Object.keys(people)
  const known = names.length === 0 ? '' : `, or a name: ${names.slice(0, 3).join(', ')}`
  return `This is not an address. Enter 0x and 16 characters from 0–9 and a–f${known}.`
}

function explainLength(count: number): string {
  if (count === HEX_DIGITS) return ''
  if (count < HEX_DIGITS) {
    const missing = HEX_DIGITS - count
    return `${missing} ${missing === 1 ? 'character is' : 'characters are'} missing: an address has 16 after 0x.`
  }
  if (count === 40)
    return 'This is an address of Ethereum or of Flow EVM: the search (Ctrl+K) says whose. A Flow address has 16 characters after 0x.'
  if (count === 64)
    return 'This is the id of a transaction. A Flow address has 16 characters after 0x.'
  return `${count - HEX_DIGITS} too many: an address has 16 characters after 0x.`
}

function explainCharacter(digits: string): string {
  const wrong = /[^0-9a-f]/iv.exec(digits)?.[0] ?? ''
  return `‘${wrong}’ cannot be in an address, which has 0–9 and a–f after 0x.`
}
