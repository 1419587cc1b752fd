import { expect, test } from 'vitest'
import { describeReasonCode } from './describe-reason-code.ts'

test('a reason code is said in plain words; one that is not known stands alone', () => {
  expect(describeReasonCode('keys')).toBe(
    'because of a change of its keys or contracts (reason code: keys)',
  )
  expect(describeReasonCode('other')).toBe('reason code: other')
})
