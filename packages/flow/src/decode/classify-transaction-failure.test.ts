import { expect, test } from 'vitest'
import {
  classifyTransactionFailure,
  classifyTransactionRefusal,
  isWriteInScript,
} from './classify-transaction-failure.ts'

test.each([
  [null, { kind: 'executed' }],
  [999, { kind: 'executed' }],
  [1000, { kind: 'invalid' }],
  [1002, { kind: 'outdated', what: 'referenceBlock' }],
  [1003, { kind: 'outdated', what: 'referenceBlock' }],
  [1007, { kind: 'outdated', what: 'sequenceNumber' }],
  [1009, { kind: 'invalid' }],
  [1049, { kind: 'invalid' }],
  [1050, { kind: 'executed' }],
  [1101, { kind: 'executed' }],
])('a transaction that failed with code %s: %j', (code, failure) => {
  expect(classifyTransactionFailure({ code })).toEqual(failure)
})

test.each([
  ['transaction with ID ab has already been submitted', 'duplicate'],
  ['transaction is expired: ref_height=1 final_height=700', 'outdated'],
  ['Reference block is unknown', 'outdated'],
  ['transaction byte size exceeds the maximum', 'invalid'],
])('a node that rejects with "%s": %s', (text, refusal) => {
  expect(classifyTransactionRefusal(text)).toBe(refusal)
})

test('a script that writes fails with code 1057', () => {
  expect(isWriteInScript('[Error Code: 1101] … [Error Code: 1057] not supported')).toBe(true)
  expect(isWriteInScript('[Error Code: 1101] panic')).toBe(false)
})
