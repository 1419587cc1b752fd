import { type Address, parseAddress } from '@app/values/address.ts'

export type People = Readonly<Record<string, Address>>

/** An address that stands alone in a longer text, such as a link of an explorer or a CAIP-10 account id. */
const ADDRESS_IN_TEXT = /(?<![0-9a-z])0x([0-9a-f]{16})(?![0-9a-z])/gi

/** An address without `0x`. A shorter number of hex digits could also be the start of one, so it has all 16. */
const BARE_ADDRESS = /^[0-9a-f]{16}$/i

/**
 * Returns the address that a person means: in any letter case, with or without `0x`, with spaces or quotes around it,
 * inside a link, or the name of one of `people`. Returns `null` when the text has none, or several different ones.
 */
export function parseAddressInput(text: string, people: People = {}): Address | null {
  const trimmed = text
    .trim()
    .replace(/^["'<(]+|["'>).,;]+$/g, '')
    .trim()
  const exact = parseAddress(BARE_ADDRESS.test(trimmed) ? `0x${trimmed}` : trimmed)
  return exact ?? findOnlyAddress(trimmed) ?? findPerson(trimmed, people)
}

function findOnlyAddress(text: string): Address | null {
  const found = [...text.matchAll(ADDRESS_IN_TEXT)].map(([match]) => match.toLowerCase())
  const [first, ...others] = new Set(found)
  return first === undefined || others.length > 0 ? null : parseAddress(first)
}

function findPerson(text: string, people: People): Address | null {
  const name = text.toLowerCase()
  return Object.entries(people).find(([known]) => known.toLowerCase() === name)?.[1] ?? null
}

/** Returns the name of a known account; `undefined` when it has none. */
export const findName = (address: string, people: People): string | undefined =>
  Object.entries(people).find(([, known]) => known === address)?.[0]
