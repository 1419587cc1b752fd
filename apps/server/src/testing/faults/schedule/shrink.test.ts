import fc from 'fast-check'
import { expect, it } from 'vitest'
import { shrink } from './shrink.ts'

const NUMBERS = Array.from({ length: 60 }, (_, index) => index)

it('finds exactly the faults that fail together', async () => {
  const culprits = fc.uniqueArray(fc.constantFrom(...NUMBERS), { minLength: 1, maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(culprits, async (needed) => {
      const fails = async (part: readonly number[]) => needed.every((one) => part.includes(one))
      expect(await shrink(NUMBERS, fails)).toEqual(needed.toSorted((a, b) => a - b))
    }),
    { numRuns: 50 },
  )
})

it('leaves nothing of a schedule that fails without any fault', async () => {
  expect(await shrink(NUMBERS, async () => true)).toEqual([])
})
