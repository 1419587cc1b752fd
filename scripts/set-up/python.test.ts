import { expect, test } from 'vitest'
import { isPythonNewEnough } from './python.mjs'

test.each([
  ['Python 3.11.7', true],
  ['Python 3.14.0rc1', true],
  ['Python 3.9.2', false],
  ['Python 2.7.18', false],
  [undefined, false],
])('%s is new enough: %s', (version, isEnough) => {
  expect(isPythonNewEnough(version)).toBe(isEnough)
})
