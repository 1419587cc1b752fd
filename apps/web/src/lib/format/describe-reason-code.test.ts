import { REASON_CODES } from '@app/values/reason-code.ts'
import { expect, test } from 'vitest'
import { describeReasonCode } from './describe-reason-code.ts'

test.each(REASON_CODES)('the code %s has words', (code) => {
  expect(describeReasonCode(code)).not.toContain('“')
})

test.each([
  ['other', [], 'because of “other”'],
  ['keys', [], 'because of a change of its keys or contracts'],
  ['contact', ['payment_hop_0', 'funding_hop_1'], 'because of money from a listed account'],
  ['contact', ['passes_on', 'payment_hop_0'], 'because of money to a listed account'],
  ['contact', ['passes_on'], 'because of money from or to a listed account'],
  // An old accusation with the code of a list.
  ['listed', ['funding_hop_1'], 'because of money from a listed account'],
  ['listed', ['listed', 'funding_hop_1'], 'because of a scam list'],
])('the code %s with the reasons %j is said as what it rests on', (code, reasons, text) => {
  expect(
    describeReasonCode(
      code,
      reasons.map((one) => ({ code: one })),
    ),
  ).toBe(text)
})
