import { expect, it } from 'vitest'
import { walkFreely } from './free-walks.ts'
import { buildWalks } from './walks.ts'

it('the rules let nothing break in random walks', () => {
  expect(walkFreely(1, { most: 50 })).toEqual({ walks: 50, violations: [] })
})

/** A walk whose outcome depends on the order of executions throws. */
it('walks are the same for the same seed', () => {
  const options = { seed: 7, count: 60, length: 25 }
  expect(buildWalks(options)).toEqual(buildWalks(options))
})
