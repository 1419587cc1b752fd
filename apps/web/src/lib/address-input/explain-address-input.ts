import type { People } from './parse-address-input.ts'

const HEX_DIGITS = 16

/**
 * Says why a text is no address, and what to do; empty for a text that can still become one while it is typed.
 */
export function explainAddressInput(text: string, people: People = {}): string {
  const trimmed = text.trim()
  if (trimmed === '') return ''
  const digits = trimmed.replace(/^0x/i, '')
  if (/^[0-9a-f]*$/i.test(digits)) return explainLength(digits.length)
  if (/^0x/i.test(trimmed)) return explainCharacter(digits)
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
    return 'This is an address of Ethereum. A Flow address has 16 characters after 0x.'
  if (count === 64)
    return 'This is the id of a transaction. A Flow address has 16 characters after 0x.'
  return `${count - HEX_DIGITS} too many: an address has 16 characters after 0x.`
}

function explainCharacter(digits: string): string {
  const wrong = /[^0-9a-f]/i.exec(digits)?.[0] ?? ''
  return `‘${wrong}’ cannot be in an address, which has 0–9 and a–f after 0x.`
}
