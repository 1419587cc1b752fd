import { expect, test } from 'vitest'
import { findKnownCause } from './set-up-error.mjs'

test.each([
  ['npm error code ENOSPC', 'no space left on the disk'],
  ['write /tmp/x: no space left on device', 'no space left on the disk'],
  ['npm error code ENOTFOUND', 'registry cannot be reached'],
  ['dial tcp: lookup proxy.golang.org: no such host', 'registry cannot be reached'],
  ['EACCES: permission denied, mkdir', 'permission denied'],
  ['cgo: C compiler "gcc" not found', 'C compiler does not work'],
])('%s has its own sentence', (output, sentence) => {
  expect(findKnownCause(output)).toContain(sentence)
})

test('an output without a known cause has no sentence', () => {
  expect(findKnownCause('npm error something else')).toBeUndefined()
})
