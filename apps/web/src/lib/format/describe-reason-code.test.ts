import { REASON_CODES } from '@app/values/reason-code.ts'
import { expect, test } from 'vitest'
import { describeReasonCode } from './describe-reason-code.ts'

test('a reason code is said in plain words; one that is not known stands alone', () => {
  expect(describeReasonCode('keys')).toBe(
    'because of a change of its keys or contracts (reason code: keys)',
  )
  expect(describeReasonCode('other')).toBe('reason code: other')
})

test.each(REASON_CODES)('the code %s has words', (code) => {
  expect(describeReasonCode(code)).toMatch(`(reason code: ${code})`)
  expect(describeReasonCode(code)).toMatch(/^because of /)
})

const FUNDED = { code: 'funding_hop_1' }
const PAID = { code: 'payment_hop_0' }

test('contact is money from a listed account, or to one where no reason says from, or either where none says so', () => {
  const from = 'because of money from a listed account (reason code: contact)'
  expect(describeReasonCode('contact', [PAID, FUNDED])).toBe(from)
  const either = 'because of money from or to a listed account (reason code: contact)'
  expect(describeReasonCode('contact')).toBe(either)
  expect(describeReasonCode('contact', [{ code: 'passes_on' }])).toBe(either)
  expect(describeReasonCode('contact', [{ code: 'passes_on' }, PAID])).toBe(
    'because of money to a listed account (reason code: contact)',
  )
})

test('an old accusation with the code of a list is said as what it rests on, with the code as recorded', () => {
  expect(describeReasonCode('listed', [FUNDED])).toBe(
    'because of money from a listed account (reason code: listed)',
  )
  const list = 'because of a scam list (reason code: listed)'
  expect(describeReasonCode('listed', [{ code: 'listed' }, FUNDED])).toBe(list)
  expect(describeReasonCode('listed')).toBe(list)
})
