import { expect, test } from 'vitest'
import { parseCadenceError } from './parse-cadence-error.ts'

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
