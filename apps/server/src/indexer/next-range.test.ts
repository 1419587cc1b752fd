import type { BlockRange } from '@app/flow/read/chain.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { computeFirstHeight, findNextBackfillRange, findNextLiveRange } from './next-range.ts'

describe('the next range of blocks', () => {
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
        expect(
          Math.max(...[...up, ...down].map((range) => listHeights(range).length)),
        ).toBeLessThan(251)
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
