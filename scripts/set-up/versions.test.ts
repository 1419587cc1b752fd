import { expect, test } from 'vitest'
import { isPythonNewEnough } from './python.mjs'
import { isGoNewEnough } from './toolbox.mjs'

test.each([
  ...['go1.26', 'go1.26.8', 'go1.27rc1', 'go2.0'].map((version) => [version, true] as const),
  ...['go1.25.9', 'go1.9', 'devel', '', undefined].map((version) => [version, false] as const),
])('Go %s is new enough: %s', (version, isEnough) => {
  expect(isGoNewEnough(version)).toBe(isEnough)
})

test.each([
  ...['Python 3.11.7', 'Python 3.14.0rc1'].map((version) => [version, true] as const),
  ...['Python 3.9.2', 'Python 2.7.18', undefined].map((version) => [version, false] as const),
])('%s is new enough: %s', (version, isEnough) => {
  expect(isPythonNewEnough(version)).toBe(isEnough)
})
