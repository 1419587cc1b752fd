import { expect, it } from 'vitest'
import { LOCKS } from './locks.ts'

it('every advisory lock has a key of its own', () => {
  const keys = Object.values(LOCKS)
  expect(new Set(keys).size).toBe(keys.length)
})
