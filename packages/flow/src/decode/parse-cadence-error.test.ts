import { expect, test } from 'vitest'
import { parseCadenceError } from './parse-cadence-error.ts'

test('a panic is read out of its code, place and advice', () => {
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

test('a failure of the chain itself is read out of its wrappings', () => {
  const text = [
    '[Error Code: 1009] error caused by: 1 error occurred:',
    '\t* transaction verification failed: [Error Code: 1006] invalid proposal key: [Error Code: 1009] invalid envelope key: signature is not valid',
    '',
  ].join('\n')
  const message = 'invalid envelope key: signature is not valid'
  expect(parseCadenceError(text)).toEqual({ code: 1009, message, text })
})

test.each(['rate limit exceeded', ''])('%j stays as it is', (text) => {
  expect(parseCadenceError(text)).toEqual({ code: null, message: text, text })
})
