import { expect, test } from 'vitest'
import { correctReasonCode, findContactDirection, getGround, REASON_CODES } from './reason-code.ts'

test('an entry of a list and contact with one have the same ground, and no other two codes', () => {
  expect(getGround('contact')).toBe(getGround('listed'))
  expect(new Set(REASON_CODES.map(getGround)).size).toBe(REASON_CODES.length - 1)
})

test.each([
  ['funding_hop_0', 'from'],
  ['funding_hop_1', 'from'],
  ['payment_hop_0', 'to'],
  ['payment_hop_1', 'to'],
  ['funding_hop_2', null],
  ['no_funding_hop_0', null],
  ['payment_hop_01', null],
  ['listed', null],
])('%s is contact in the direction %s', (code, direction) => {
  expect(findContactDirection(code)).toBe(direction)
})

test('what was recorded as listed without a reason that says so rests on contact', () => {
  const own = { code: 'listed' }
  const contact = { code: 'funding_hop_0' }
  expect(correctReasonCode('listed', [contact])).toBe('contact')
  expect(correctReasonCode('listed', [{ code: 'passes_on' }])).toBe('contact')
  expect(correctReasonCode('listed', [contact, own])).toBe('listed')
  expect(correctReasonCode('listed', [])).toBe('listed')
  expect(correctReasonCode('keys', [contact])).toBe('keys')
})
