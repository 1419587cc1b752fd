import type { BlockRange } from '@app/flow/read/chain.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { computeFirstHeight, findNextBackfillRange, findNextLiveRange } from './next-range.ts'

describe('the next range of blocks', () => {
  it('upwards, begins above what is covered and takes at most 250 blocks', () => {
    expect(findNextLiveRange(99, 1000)).toEqual({ fromHeight: 100, toHeight: 349 })
    expect(findNextLiveRange(99, 120)).toEqual({ fromHeight: 100, toHeight: 120 })
    expect(findNextLiveRange(-1, 0)).toEqual({ fromHeight: 0, toHeight: 0 })
  })

  it('upwards, is none at the tip and when the tip is behind', () => {
    expect(findNextLiveRange(100, 100)).toBeNull()
    expect(findNextLiveRange(100, 90)).toBeNull()
  })

  it('downwards, ends below what is covered and never passes the floor', () => {
    expect(findNextBackfillRange(1000, 0)).toEqual({ fromHeight: 750, toHeight: 999 })
    expect(findNextBackfillRange(1000, 900)).toEqual({ fromHeight: 900, toHeight: 999 })
    expect(findNextBackfillRange(900, 900)).toBeNull()
  })

  it('covers every block once, in either direction', () => {
    fc.assert(
      fc.property(fc.nat(3000), fc.nat(3000), (low, length) => {
        const high = low + length
        const all = Array.from({ length: length + 1 }, (_, index) => low + index)
        const up = collectRanges((last) => findNextLiveRange(last?.toHeight ?? low - 1, high))
        const down = collectRanges((last) =>
          findNextBackfillRange(last?.fromHeight ?? high + 1, low),
        )
        expect(up.flatMap(listHeights)).toEqual(all)
        expect(down.reverse().flatMap(listHeights)).toEqual(all)
      }),
      { numRuns: 50 },
    )
  })
})

function collectRanges(next: (last: BlockRange | undefined) => BlockRange | null): BlockRange[] {
  const ranges: BlockRange[] = []
  for (let range = next(undefined); range !== null; range = next(range)) ranges.push(range)
  return ranges
}

function listHeights({ fromHeight, toHeight }: BlockRange): number[] {
  return Array.from({ length: toHeight - fromHeight + 1 }, (_, index) => fromHeight + index)
}

describe('the first block', () => {
  it('is the configured one, or one day below the tip, or the first that the node has', () => {
    expect(computeFirstHeight(5, { tip: 1_000_000, nodeRoot: 0 })).toBe(5)
    expect(computeFirstHeight('recent', { tip: 1_000_000, nodeRoot: 0 })).toBe(827_200)
    expect(computeFirstHeight('recent', { tip: 1_000_000, nodeRoot: 900_000 })).toBe(900_000)
  })
})
