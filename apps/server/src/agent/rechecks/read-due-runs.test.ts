import type { BlockEvents } from '@app/flow/read/chain.ts'
import { computeAddressAtIndex } from '@app/values/account-index.ts'
import { describe, expect, it } from 'vitest'
import { limitToWholeBlocks } from './read-due-runs.ts'

/** Builds a block that announces `count` rechecks. */
function buildBlock(height: number, count: number): BlockEvents {
  const place = { height, blockId: `${height}`, blockTimeMs: 0, type: '', txId: '', txIndex: 0 }
  const events = Array.from({ length: count }, (_, eventIndex) => ({
    ...place,
    eventIndex,
    fields: { address: computeAddressAtIndex(1000 + eventIndex, 'local'), runId: BigInt(height) },
  }))
  return { height, blockId: `${height}`, blockTimeMs: 0, events }
}

describe('the runs of one step', () => {
  it('are all runs that the blocks announce, those of a block by address', () => {
    const { runs, toHeight } = limitToWholeBlocks(
      [buildBlock(1, 2), buildBlock(2, 0), buildBlock(3, 1)],
      250,
    )
    expect(toHeight).toBe(250)
    expect(runs.map(({ runId }) => runId)).toEqual([1n, 1n, 3n])
    const inBlock = [1000, 1001].map((index) => computeAddressAtIndex(index, 'local'))
    expect(runs.slice(0, 2).map(({ address }) => address)).toEqual(inBlock.sort())
  })

  it('end with a whole block once there are twenty', () => {
    const { runs, toHeight } = limitToWholeBlocks(
      [buildBlock(1, 19), buildBlock(2, 30), buildBlock(3, 1)],
      250,
    )
    expect([runs.length, toHeight]).toEqual([49, 2])
  })
})
