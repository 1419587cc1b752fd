import { expect, test } from 'vitest'
import {
  classifyTransactionFailure,
  classifyTransactionRefusal,
  isWriteInScript,
  parseCadenceError,
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

test('extracts a panic from codes, locations and hints', () => {
  const text = [
    '[Error Code: 1101] error caused by: 1 error occurred:',
    '\t* transaction execute failed: [Error Code: 1101] cadence runtime error: Execution failed:',
    'error: panic: no way',
    ' --> beec228d2577fe7f2b2d7b5063d06a7229dcb2a845f6673720f7314e349ad5ed:1:37',
    '  |',
    '1 | transaction { prepare(s: &Account) { panic("no way") } }',
    '  |                                      ^^^^^^^^^^^^^^^',
    '',
  ].join('\n')
  expect(parseCadenceError(text)).toEqual({ code: 1101, message: 'panic: no way', text })
})

test('extracts a failure of the chain from its nested codes', () => {
  const text = [
    '[Error Code: 1009] error caused by: 1 error occurred:',
    '\t* transaction verification failed: [Error Code: 1006] invalid proposal key: [Error Code: 1009] invalid envelope key: signature is not valid',
    '',
  ].join('\n')
  const message = 'invalid envelope key: signature is not valid'
  expect(parseCadenceError(text)).toEqual({ code: 1009, message, text })
})

test.each(['rate limit exceeded', ''])('%j is returned unchanged', (text) => {
  expect(parseCadenceError(text)).toEqual({ code: null, message: text, text })
})
