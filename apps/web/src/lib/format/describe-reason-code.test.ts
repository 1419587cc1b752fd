import { REASON_CODES } from '@app/values/reason-code.ts'
import { expect, test } from 'vitest'
import { describeReasonCode } from './describe-reason-code.ts'

test.each(REASON_CODES)('the code %s has words', (code) => {
  expect(describeReasonCode(code)).toMatch(/^because of .+ \(reason code: \w+\)$/)
})

test.each([
  ['other', [], 'reason code: other'],
  ['keys', [], 'because of a change of its keys or contracts (reason code: keys)'],
  [
    'contact',
    ['payment_hop_0', 'funding_hop_1'],
    'because of money from a listed account (reason code: contact)',
  ],
  [
    'contact',
    ['passes_on', 'payment_hop_0'],
    'because of money to a listed account (reason code: contact)',
  ],
  ['contact', ['passes_on'], 'because of money from or to a listed account (reason code: contact)'],
  // An old accusation with the code of a list.
  ['listed', ['funding_hop_1'], 'because of money from a listed account (reason code: listed)'],
  ['listed', ['listed', 'funding_hop_1'], 'because of a scam list (reason code: listed)'],
])('the code %s with the reasons %j is said as what it rests on', (code, reasons, text) => {
  expect(
    describeReasonCode(
      code,
      reasons.map((one) => ({ code: one })),
    ),
  ).toBe(text)
})
