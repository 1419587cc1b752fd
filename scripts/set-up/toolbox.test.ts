import { expect, test } from 'vitest'
import { isGoNewEnough } from './toolbox.mjs'

test.each(['go1.26', 'go1.26.8', 'go1.27rc1', 'go2.0'])('%s is new enough', (version) => {
  expect(isGoNewEnough(version)).toBe(true)
})

test.each(['go1.25.9', 'go1.9', 'devel', '', undefined])('%s is too old', (version) => {
  expect(isGoNewEnough(version)).toBe(false)
})
