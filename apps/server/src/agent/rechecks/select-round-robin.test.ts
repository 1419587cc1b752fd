import { computeAddressAtIndex } from '@app/values/account-index.ts'
import type { Address } from '@app/values/address.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { selectRoundRobin } from './select-round-robin.ts'

const toAddresses = (numbers: readonly number[]) =>
  numbers.map((number) => computeAddressAtIndex(1000 + number, 'local'))

describe('addresses taken in turn', () => {
  it('begin with the lowest, continue after the last one, and wrap around', () => {
    const ordered = toAddresses([1, 2, 3, 4, 5]).sort()
    expect(selectRoundRobin(ordered, null, 2)).toEqual(ordered.slice(0, 2))
    expect(selectRoundRobin(ordered, ordered[1] ?? null, 2)).toEqual(ordered.slice(2, 4))
    expect(selectRoundRobin(ordered, ordered[3] ?? null, 2)).toEqual([ordered[4], ordered[0]])
    expect(selectRoundRobin(ordered, ordered[4] ?? null, 2)).toEqual(ordered.slice(0, 2))
  })

  it('need no order, and come once each', () => {
    const unordered = toAddresses([5, 1, 4, 2, 3])
    const ordered = unordered.toSorted()
    expect(selectRoundRobin(unordered, null, 5)).toEqual(ordered)
    expect(selectRoundRobin(unordered, ordered[1] ?? null, 9)).toEqual([
      ...ordered.slice(2),
      ...ordered.slice(0, 2),
    ])
  })

  it('are all of them, once each, when there are at most as many as requested', () => {
    const few = toAddresses([3, 1, 2])
    expect(selectRoundRobin(few, few[0] ?? null, 20).sort()).toEqual([...few].sort())
    expect(selectRoundRobin([], null, 20)).toEqual([])
  })

  it('reach every address that remains, whichever others are added or removed', () => {
    const rounds = fc.array(fc.uniqueArray(fc.integer({ min: 2, max: 60 })), { minLength: 61 })
    fc.assert(
      fc.property(rounds, fc.integer({ min: 1, max: 20 }), (coming, count) => {
        const [stays = null] = toAddresses([1])
        const seen = new Set<Address>()
        let last: Address | null = null
        for (const others of coming) {
          const taken = selectRoundRobin(toAddresses([1, ...others]), last, count)
          for (const address of taken) seen.add(address)
          last = taken.at(-1) ?? last
        }
        expect(stays !== null && seen.has(stays)).toBe(true)
      }),
      { numRuns: 100 },
    )
  })
})
